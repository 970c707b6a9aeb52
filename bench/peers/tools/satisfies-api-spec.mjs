// The tests of chai-openapi-response-validator: copied to where the tools are installed, and run there
// by Mocha. The paths, the description and the token come from the environment.
import * as chai from 'chai';
import satisfies from 'chai-openapi-response-validator';
import superagent from 'superagent';

const { API_SPEC = '', API_URL = '', API_TOKEN = '', API_PATHS = '[]' } = process.env;
chai.use(satisfies.default(API_SPEC));

describe('Patchwork, reading', () => {
  for (const path of JSON.parse(API_PATHS)) {
    it(`GET ${path}`, async () => {
      const response = await superagent
        .get(`${API_URL}${path}`)
        .set('Authorization', `Token ${API_TOKEN}`)
        .ok(() => true);
      chai.expect(response.status).to.equal(200);
      chai.expect(response).to.satisfyApiSpec;
    });
  }
});
