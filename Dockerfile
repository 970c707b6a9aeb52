# The command in an image: docker build -t conformance . && docker run --rm conformance --base-url https://…
# Reports are written to the working directory /work: -v "$PWD:/work" -u "$(id -u):$(id -g)"
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node build.mjs && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:22-bookworm-slim
LABEL org.opencontainers.image.licenses="MIT"
WORKDIR /opt/conformance
COPY --from=build /build/package.json ./
COPY --from=build /build/cli/conformance.js ./cli/conformance.js
COPY --from=build /build/cli/node-version.js ./cli/node-version.js
COPY --from=build /build/dist ./dist
COPY --from=build /build/schemas ./schemas
COPY --from=build /build/fixtures/baselines ./fixtures/baselines
COPY --from=build /build/requirements ./requirements
COPY --from=build /build/fixtures/clients ./fixtures/clients
COPY --from=build /build/node_modules ./node_modules
USER node
WORKDIR /work
ENTRYPOINT ["node", "/opt/conformance/cli/conformance.js"]
CMD ["run"]
