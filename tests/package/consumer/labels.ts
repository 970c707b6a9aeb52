import {
  at,
  elements,
  type Group,
  inconclusive,
  requirement,
  type Seen,
  since,
} from 'patchwork-conformance';

// What a fork promises beside the specification.
const labels: Group = {
  name: 'labels',
  requirements: [
    requirement({
      id: 'label.of-series',
      says: 'A series has labels',
      spec: 'Labels',
      level: 'must',
      versions: since('1.3'),
      consequence: 'A client shows a series without its labels.',
      async check({ api, expect }) {
        const rows: Seen[] = await api.list('series/', { per_page: 10 });
        expect.each(rows, 'the instance has no series', (row) => {
          const own = at(row, 'labels');
          expect.that(elements(own).length > 0, own, '`labels` of a series', 'one or more');
        });
      },
    }),
    requirement({
      id: 'label.list',
      says: '`GET /api/{v}/labels/` returns 200 with an array',
      spec: 'Labels',
      level: 'should',
      versions: ['1.4'],
      consequence: 'A client cannot offer the labels that there are.',
      needs: ['signed-in'],
      async check({ api, expect }) {
        const list = await api.signedIn().get('labels/');
        if (list.status === 404) inconclusive('this instance has no labels');
        expect.array(list);
      },
    }),
  ],
};

export default [labels];
