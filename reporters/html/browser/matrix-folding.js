/**
 * Makes the chapters fold and unfold, and show or hide what is well in them.
 *
 * @param {HTMLTableElement} table
 * @param {() => void} changed called when other rows are seen
 */
export function listenForFolding(table, changed) {
  table.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest('button') : null;
    const chapter = pressed?.closest('tbody');
    if (pressed === null || !chapter) return;
    if (pressed.classList.contains('fold')) chapter.classList.toggle('folded');
    else if (pressed.classList.contains('more')) chapter.classList.toggle('all');
    else return;
    sayFolded(chapter);
    changed();
  });
}

/**
 * Folds every chapter, or unfolds it with all that is well in it.
 *
 * @param {HTMLTableElement} table
 * @param {boolean} folded
 */
export function foldAll(table, folded) {
  for (const chapter of table.querySelectorAll('tbody')) {
    chapter.classList.toggle('folded', folded);
    if (!folded) chapter.classList.add('all');
    sayFolded(chapter);
  }
}

/**
 * Makes a row visible whose chapter is folded, or that is hidden among what is well.
 *
 * @param {HTMLTableRowElement} row
 */
export function unfoldTo(row) {
  const chapter = row.closest('tbody');
  if (chapter === null) return;
  chapter.classList.remove('folded');
  if (row.classList.contains('well')) chapter.classList.add('all');
  sayFolded(chapter);
}

/**
 * Tells those who do not see it how a chapter stands.
 *
 * @param {HTMLTableSectionElement} chapter
 */
export function sayFolded(chapter) {
  const folded = chapter.classList.contains('folded');
  chapter.querySelector('button.fold')?.setAttribute('aria-expanded', String(!folded));
  const all = chapter.classList.contains('all');
  chapter.querySelector('button.more')?.setAttribute('aria-expanded', String(all));
}
