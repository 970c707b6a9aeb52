const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A secret in every form in which an instance may write it, and in which nobody may find it again. */
export function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(secret);
  const base64 = inBase64(secret);
  const escaped = secret.replace(/[^\w -]/gu, (sign) => ENTITIES[sign] ?? sign);
  return [
    secret,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    inAscii(inJson),
    inJson.replaceAll('/', '\\/'),
    inUrl,
    inUrl.replaceAll('%20', '+'),
    inUrl.replace(/%../g, (byte) => byte.toLowerCase()),
    encodeURIComponent(inUrl),
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    secret.replace(/[^\w -]/gu, (sign) => `&#${sign.codePointAt(0)};`),
    secret.replace(/[^\w -]/gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    encodeURIComponent(base64),
    inBase64(`Token ${secret}`),
    inBase64(`{"authorization":"Token ${secret}"}`),
    inBase64(`a=${secret}; b=c`),
    each(secret, (unit) => `\\u${hex(unit).padStart(4, '0')}`),
    each(secret, (unit) => `&#${unit};`),
    each(secret, (unit) => `&#x${hex(unit).toUpperCase()};`),
    bytes(secret, (byte) => `%${byte}`),
    bytes(secret, (byte) => byte),
    bytes(secret, (byte) => byte.toUpperCase()),
    bytes(secret, (byte) => (Number.parseInt(byte, 16) < 0x80 ? `\\x${byte}` : `%${byte}`)),
    each(
      bytes(secret, (byte) => `%${byte}`),
      (unit) => `\\u${hex(unit).padStart(4, '0')}`,
    ),
    inBase64(base64),
    inBase64(inUrl),
    inBase64(inJson),
    inBase64(bytes(secret, (byte) => byte)),
    bytes(base64, (byte) => byte),
    each(base64, (unit) => `\\u${hex(unit).padStart(4, '0')}`),
    base64.replace(/.{8}/g, '$&\n'),
    // Hexadecimal of what is in capitals, and with a sign between its bytes.
    inBase64(bytes(secret, (byte) => byte).toUpperCase()),
    bytes(secret, (byte) => `${byte}:`).slice(0, -1),
    bytes(secret, (byte) => `${byte}-`).slice(0, -1),
    bytes(secret, (byte) => `${byte} `).trim(),
    ...[
      escaped,
      inUrl.toLowerCase(),
      inUrl.replaceAll('%2F', '/'),
      inJson.replaceAll('/', '\\/'),
    ].flatMap((each) => [inBase64(each), bytes(each, (byte) => byte)]),
    inBase64(inAscii(inJson)),
    inBase64(encodeURIComponent(base64)),
    ...inOtherCharacters(secret),
  ];
}

/** As it is read where one side writes Latin 1 and the other reads UTF-8, or the other way round. */
function inOtherCharacters(secret: string): string[] {
  const isLatin = /^[\0-\xff]*$/.test(secret);
  return [
    Buffer.from(secret, 'utf8').toString('latin1'),
    ...(isLatin ? [Buffer.from(secret, 'latin1').toString('utf8')] : []),
  ];
}

function each(text: string, written: (unit: number) => string): string {
  return Array.from({ length: text.length }, (_, at) => written(text.charCodeAt(at))).join('');
}

function bytes(text: string, written: (byte: string) => string): string {
  return Buffer.from(text, 'utf8').toString('hex').replace(/../g, written);
}

function hex(unit: number): string {
  return unit.toString(16);
}

function inBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** As Python writes JSON: in ASCII. */
function inAscii(json: string): string {
  return json.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
