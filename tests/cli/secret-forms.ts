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
  ];
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
