/** A table name in words, without an article: "listed cover". */
export function tableInWords(table: string): string {
  const [resource = '', form = '', category] = table.split('.');
  if (category !== undefined) return `payload of ${category}`;
  if (form === 'list') return `listed ${resource}`;
  if (form === 'detail') return `${resource} (detail)`;
  if (form === 'embedded') return `embedded ${resource}`;
  return `${form} of a ${resource}`;
}
