/** Widths of signs in a sans-serif of 11 pixels such as Verdana or DejaVu Sans. */
const WIDTHS: readonly [width: number, signs: string][] = [
  [3.2, 'ijlIJ'],
  [3.5, ' .,:·'],
  [4.2, 'ft()r-'],
  [5.6, '–sz'],
  [6.2, 'cFLk'],
  [6.6, 'aoPTYvxy'],
  [7, '0123456789ESbdeghnpqu'],
  [7.6, 'ABCKRVXZ'],
  [8.4, 'DGHNOQU'],
  [9.5, 'Mw'],
  [10.8, 'Wm'],
];

const USUAL = 7;

/** The pixels that a text takes, as a whole number. */
export function textWidth(text: string): number {
  const widths = [...text].map(
    (sign) => WIDTHS.find(([, signs]) => signs.includes(sign))?.[0] ?? USUAL,
  );
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0));
}
