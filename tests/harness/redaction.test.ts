import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redaction } from '../../harness/redaction.js';
import { formsOf } from '../cli/secret-forms.js';

function redactionOf(password: string): Redaction {
  const credentials = { user: { name: 'ann', password } };
  return new Redaction({ credentials, headers: [], showEmails: true });
}

/** Passwords with what encodings change, long enough to be told in the midst of base64. */
const passwords = fc
  .string({ unit: fc.constantFrom(...`aZ09"'\\/<>&%+= é😀_-.;#`), minLength: 8, maxLength: 20 })
  .map((middle) => `q${middle}Q`);

describe('a secret', () => {
  it('is not left in any form, whatever signs it has', () => {
    fc.assert(
      fc.property(passwords, (password) => {
        const redaction = redactionOf(password);
        for (const form of [...formsOf(password), ...formsOf(`ann:${password}`)]) {
          expect(redaction.text(`{"a":"${form}"}`)).not.toContain(form);
          expect(redaction.holdsSecret(form)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is not left in base64 that was cut short, or in which more was encoded', () => {
    for (const password of ['p4ssword', 'p4ssword1', 'p4ssword12']) {
      const redaction = redactionOf(password);
      const whole = Buffer.from(`ann:${password}`).toString('base64');
      const more = Buffer.from(`ann:${password} and more`).toString('base64');
      const stem = whole.slice(0, 12);
      for (const form of [whole, whole.slice(0, -1), whole.slice(0, -2), more]) {
        expect(redaction.text(`Basic ${form}`)).not.toContain(stem);
      }
    }
  });

  it('may be that of a proxy', () => {
    const proxies = { http: 'http://ann:p%2Fssword@127.0.0.1:9', https: 'http://127.0.0.1:9' };
    const redaction = new Redaction({ credentials: {}, headers: [], proxies, showEmails: true });
    const basic = Buffer.from('ann:p/ssword').toString('base64');
    const said = redaction.text(`p/ssword p%2Fssword Basic ${basic}`);
    expect(said).toBe(
      '<password of HTTP_PROXY> <password of HTTP_PROXY> Basic <credentials of HTTP_PROXY>',
    );
  });

  it('is masked in whatever letter case', () => {
    const redaction = redactionOf('Correct-Horse');
    expect(redaction.text('CORRECT-HORSE, correct-horse')).not.toMatch(/horse/i);
  });

  it('is masked where a text was cut within it, however it is written', () => {
    const redaction = redactionOf('correct horse battery');
    for (const half of [
      'correct ho…',
      'correct%20h…',
      '\\u0063\\u006f\\u0072\\u0072\\u00…',
      'Y29ycmVjdCBo…',
      'correct horse\n…',
      'correct horse&comma…',
    ]) {
      expect(redaction.text(`got ${half}`)).toBe('got $CONFORMANCE_USER_PASSWORD…');
    }
  });

  it('is masked whole where a text is cut within it, however long it is', () => {
    const secret = Array.from({ length: 400 }, (_, at) => `part${at}`).join('.');
    const redaction = new Redaction({
      credentials: {},
      headers: [['Cookie', secret]],
      showEmails: true,
    });
    for (const form of formsOf(secret)) {
      const kept = redaction.beginning(`${'x'.repeat(90)}${form}`, 400);
      const left = kept.replace('<value of Cookie>', '').slice(90).trim();
      // What is before the secret in the form that it is in.
      expect(['', 'VG9rZW4g', 'eyJhdXRob3JpemF0aW9uIjoiVG9rZW4g', 'YT']).toContain(left);
    }
  });

  it.each<[value: string, said: string, left: string]>([
    ['Bearer s3cr3t-gate', 'the token s3cr3t-gate is old', 'the token <value of X-Gate> is old'],
    ['a="first-one"; HttpOnly', 'a is first-one', 'a is <value of X-Gate>'],
    ['a=first-one; b=second-one', 'b is second-one', 'b is <value of X-Gate>'],
    [
      `Basic ${Buffer.from('ann:p4ssw0rd-9').toString('base64')}`,
      'ann has p4ssw0rd-9',
      'ann has <value of X-Gate>',
    ],
    ['Token token="first-one"', 'a first-one', 'a <value of X-Gate>'],
    ['Digest a="first,one;", b="c"', 'a first,one;', 'a <value of X-Gate>'],
    ['a="first-one', 'a first-one', 'a <value of X-Gate>'],
    ['Bearer short', 'a short text', 'a short text'],
    ['Scheme api/1.4/patches/', 'api/1.4/patches/ is public', 'api/1.4/patches/ is public'],
  ])('may be a part of a header: %s', (value, said, left) => {
    const headers: [string, string][] = [['X-Gate', value]];
    expect(new Redaction({ credentials: {}, headers, showEmails: true }).text(said)).toBe(left);
  });

  it('is masked in a JSON pointer, in entities, and in base64 of another letter case', () => {
    const redaction = redactionOf('Geheim/wort~42');
    const upper = Buffer.from('GEHEIM/WORT~42').toString('base64');
    for (const form of ['Geheim~1wort~042', 'Geheim&sol;wort~42', upper]) {
      expect(redaction.text(`at ${form}`)).toMatch(/^at \$CONFORMANCE_USER_PASSWORD/);
    }
  });

  it('may have commas, as the value of a cookie', () => {
    const headers: [string, string][] = [['cookie', 'a=dark; sid="first,one"; b=second,one']];
    const redaction = new Redaction({ credentials: {}, headers, showEmails: true });
    expect(redaction.text('a: first,one, second,one')).toBe(
      'a: <value of cookie>, <value of cookie>',
    );
  });

  it.each<[secret: string, text: string]>([
    ['straße-geheim', 'STRASSE-GEHEIM'],
    ['İstanbul-9', 'i̇stanbul-9'],
    ['müller§€geheim', 'm&uuml;ller&sect;&euro;geheim'],
    ['MÜLLER-geheim', 'M&Uuml;LLER-geheim'],
    [' two  words ', 'two words'],
    ['q-word of mail', '=?utf-8?q?q-word=20of=20mail?='],
  ])('%j is masked in %j', (secret, text) => {
    expect(redactionOf(secret).text(`at ${text}.`)).toContain('$CONFORMANCE_USER_PASSWORD');
  });

  it('is masked by the name of its place in what base64 and hexadecimal encode, and no more', () => {
    const redaction = redactionOf('correct horse');
    const twice = Buffer.from(Buffer.from('== correct&#32;horse ==').toString('hex'));
    expect(redaction.text(`see ${twice.toString('base64')}.`)).toMatch(
      /^see \w{4,12}\$CONFORMANCE_USER_PASSWORD\w{4,12}={0,2}\.$/,
    );
    const apart = Buffer.from('= correct horse =')
      .toString('hex')
      .replace(/..(?=.)/g, '$&:');
    expect(redaction.text(apart)).toBe('3d:20:$CONFORMANCE_USER_PASSWORD:20:3d');
  });

  it.each<[part: string, length: number]>([
    // In a quadratic time it would take minutes, and the test would end.
    ['a://x@', 1_000_000],
    ...['VVVV', 'JSUl', 'abcdefgh ', 'ab:63 ', '&uuml;', '=?a?q?=20', "'a@b"].map(
      (part): [string, number] => [part, 200_000],
    ),
  ])('is sought in a long run of %j in a time that grows with its length', (part, length) => {
    const credentials = { user: { token: '0123456789abcdef' } };
    const redaction = new Redaction({ credentials, headers: [], showEmails: false });
    const text = `${part.repeat(length / part.length)} 0123456789abcdef`;
    expect(redaction.text(text)).toMatch(/ \$CONFORMANCE_USER_TOKEN$/);
  });

  it('leaves other text alone', () => {
    const redaction = redactionOf('p"ss & wörd');
    for (const text of ['p', 'p"ss', 'p&quot;ss', 'p%22ss and wörd', '\\\\\\', 'cCJzcyA']) {
      expect(redaction.text(text)).toBe(text);
      expect(redaction.holdsSecret(text)).toBe(false);
    }
  });
});

describe('a message id', () => {
  const masking = () => new Redaction({ credentials: {}, headers: [], showEmails: false });
  const url = 'https://e.test/api/1.2/covers/?msgid=Unknown-1%40nowhere.test';
  const body = JSON.stringify([
    { msgid: '<20240101.v1-a+b@mail.test>', submitter: { email: 'ann@mail.test' } },
    { headers: { 'In-Reply-To': '<parent@mail.test>' } },
  ]);

  it('that was seen is not masked, in any case and encoding; an address is', () => {
    const redaction = masking();
    redaction.learnMessageIds(url, body);
    for (const text of [
      body.replace(/,"submitter":\{[^}]*\}/, ''),
      url,
      'GET /api/1.2/covers/?msgid=20240101.V1-a%2Bb%40MAIL.test',
      'msgid is unknown-1@nowhere.test, not parent@mail.test',
    ]) {
      expect(redaction.text(text)).toBe(text);
    }
    expect(redaction.text(body)).toContain('"email":"a***@m***"');
  });

  it('that was not seen is masked like an address', () => {
    expect(masking().text(url)).toBe('https://e.test/api/1.2/covers/?msgid=U***@n***');
  });
});
