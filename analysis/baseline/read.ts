import { groupedBy } from '../../harness/grouped-by.js';
import { VERSIONS } from '../../specification/versions.js';
import { BadYaml, type Problem, readYaml } from '../yaml-file.js';
import { type Entry, EXPECTABLE } from './entry.js';

const KEYS = ['requirement', 'versions', 'verdict', 'reason', 'link', 'expires'];

const DIFFERENT = "a list of different versions, such as ['1.0', '1.1']";

/** A report, which has the reasons, is not read with longer ones. */
const LONGEST_TEXT = 10_000;

/** What a baseline may hold. Anything unknown is a problem, so that no entry is ignored silently. */
const SCHEMA = {
  type: 'object',
  description: 'the key "expected", with a list of entries or nothing below it',
  additionalProperties: false,
  properties: {
    expected: {
      type: ['array', 'null'],
      description: 'a list of entries',
      items: {
        type: 'object',
        description: `an entry with ${KEYS.join(', ')}; requirement and versions in each`,
        required: ['requirement', 'versions'],
        additionalProperties: false,
        properties: {
          requirement: {
            type: 'string',
            pattern: '^[a-z0-9][a-z0-9_-]*(\\.[a-z0-9][a-z0-9_-]*)+$',
            description: 'a requirement id such as root.answers (the subcommand list prints all)',
          },
          versions: {
            type: 'array',
            description: DIFFERENT,
            minItems: 1,
            items: { enum: VERSIONS, title: 'version' },
          },
          verdict: { enum: [...EXPECTABLE, null], title: 'verdict' },
          reason: { type: ['string', 'null'], maxLength: LONGEST_TEXT, description: 'a text' },
          link: {
            type: ['string', 'null'],
            format: 'web-address',
            description: 'a URL such as https://bugs.example.org/1',
          },
          expires: {
            type: ['string', 'null'],
            format: 'date',
            description: 'a day of the calendar, such as 2027-03-31',
          },
        },
      },
    },
  },
};

/** Parses a baseline. Throws a BadYaml that lists what is wrong, with lines. */
export function readBaseline(text: string): Entry[] {
  const { value, lineAt } = readYaml<{ expected?: Entry[] | null }>(text, SCHEMA);
  const entries = (value.expected ?? []).map((entry, index): Entry => {
    const { requirement, versions, ...more } = entry;
    if (new Set(versions).size < versions.length) {
      const line = lineAt(['expected', index, 'versions']);
      throw new BadYaml([{ line, message: `expected ${DIFFERENT}, received a list` }]);
    }
    // Null stands for a key whose value is blank.
    const filled = Object.entries(more).filter(([, given]) => given !== null);
    return {
      requirement,
      versions: VERSIONS.filter((version) => versions.includes(version)),
      verdict: 'fail',
      ...Object.fromEntries(filled),
      line: lineAt(['expected', index]),
    };
  });
  const repeated = repetitions(entries);
  if (repeated.length > 0) throw new BadYaml(repeated);
  return entries;
}

/** A requirement may have only one entry per version. */
function repetitions(entries: readonly Entry[]): Problem[] {
  const cells = entries.flatMap(({ requirement, versions, line = 1 }) =>
    versions.map((version) => ({ cell: `${requirement} in ${version}`, line })),
  );
  return groupedBy(cells, ({ cell }) => cell).flatMap(([first, ...more]) =>
    more.map(({ cell, line }) => {
      return { line, message: `${cell} is already in line ${first.line}; expected once` };
    }),
  );
}
