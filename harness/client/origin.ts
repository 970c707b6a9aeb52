import type { Redaction } from '../redaction.js';
import { ForeignOrigin, TransportError } from './transport-error.js';

/** The longest URL that is requested, in characters; many servers accept no longer one. */
const LONGEST_ADDRESS = 8000;

/** The origin of the instance, which no request leaves: "with or without credentials". */
export class Origin {
  /** The address that the instance gives itself, if that is another; its URLs are read at the base URL. */
  calledAs: string | undefined;
  readonly #base: URL;

  constructor(
    baseUrl: string,
    private readonly redaction: Redaction,
  ) {
    this.#base = new URL(baseUrl);
  }

  /** The base URL without a trailing slash. */
  get base(): string {
    return this.#base.href.replace(/\/$/, '');
  }

  /**
   * The URL of a path below the base URL, or a URL of the instance. Throws a ForeignOrigin for any other, and a
   * TransportError if it is too long to be requested.
   */
  resolve(url: string): URL {
    const { base, calledAs: own } = this;
    const isCalledSo =
      own !== undefined && url.startsWith(`${own}/`) && !url.startsWith(`${base}/`);
    const path = isCalledSo ? url.slice(own.length) : url;
    return this.inside(path.startsWith('/') ? base + path : path, url);
  }

  /** Returns a URL of the instance itself. Throws likewise, also where the instance calls itself so. */
  inside(text: string, url = text): URL {
    this.#demandShort(text, text);
    const foreign = () => new ForeignOrigin(this.redaction.beginning(url, 500));
    if (!URL.canParse(text)) throw foreign();
    const resolved = new URL(text);
    // Percent-encoding makes one character up to nine.
    this.#demandShort(resolved.href, text);
    // The origin of a `blob:` URL is that of the URL inside.
    const sameOrigin =
      resolved.protocol === this.#base.protocol && resolved.origin === this.#base.origin;
    if (!sameOrigin || resolved.username !== '' || resolved.password !== '') throw foreign();
    return resolved;
  }

  #demandShort({ length }: string, text: string): void {
    if (length <= LONGEST_ADDRESS) return;
    throw new TransportError(
      'too-long',
      `${this.redaction.beginning(text, 100)}: the URL is longer than ${LONGEST_ADDRESS} characters; it was not requested`,
    );
  }
}
