import { expect, test } from 'vitest';
import { MOVING_IN_LIMITS } from '#features/moving-in/moving-in-limits.ts';
import { UPLOAD_LIMITS } from '#rules/files/upload-rule.ts';
import { consoleCalls } from '#server/console-api/calls.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { expectNone, unequal, type Complaint } from './complaints.ts';
import { filesIn, lineOf, tableBelow, textOf } from './repository.ts';

const DOCUMENT = 'docs/entrances.md';
const document = textOf(DOCUMENT);
const inDocument = (text: string, sentence: string, remedy: string): Complaint => ({
  file: DOCUMENT,
  line: lineOf(DOCUMENT, text),
  sentence,
  remedy,
});
/** Code of the server, that of features included. */
const serverFiles = [...filesIn('src/server', /\.ts$/), ...filesIn('src/features', /\/server\/.*\.ts$/)];
const MEGABYTE = 1024 * 1024;

/** Bytes of the files that calls take, as the code has them. */
const FILES: Readonly<Record<string, number>> = {
  '/files': UPLOAD_LIMITS.file,
  '/transfer/import': UPLOAD_LIMITS.transfer,
  '/moving-in/:importId/files': MOVING_IN_LIMITS.file,
  '/moving-in/:importId/list': MOVING_IN_LIMITS.file,
  '/moving-in/:importId/zip': MOVING_IN_LIMITS.zip,
};

/** Calls of the console with bytes of their own, and calls that take a file: `POST /console/api/editions: 8 MB`. */
const isOwn = (entrance: string): boolean => entrance.startsWith('`');
const rows = ['Calls', 'Files of the console'].flatMap((heading) => tableBelow(document, heading));
const listed = rows.flatMap(([entrance = '', , , bytes = '']) =>
  isOwn(entrance) ? [`${entrance.replaceAll('`', '')}: ${bytes}`] : [],
);

test('[OL7] docs/entrances.md has a line for each call of the console that takes a file or more bytes than others, with its bytes', () => {
  const wanted = consoleCalls.flatMap(({ method, path, bodyLimit, takesFile }) => {
    const name = `${method} ${CONSOLE_API}${path}`;
    const bytes = takesFile ? FILES[path] : bodyLimit;
    return takesFile || bytes !== undefined ? [`${name}: ${bytes! / MEGABYTE} MB`] : [];
  });
  expect(wanted.length).toBeGreaterThan(10);
  expectNone(
    unequal({
      found: listed,
      wanted,
      superfluous: (line) =>
        inDocument(line.split(':')[0]!, `No call is like “${line}”.`, 'Remove or correct its line.'),
      missing: (line) => inDocument('## Calls', `It has no line “${line}”.`, 'Add it, with what is taken at most.'),
    }),
  );
});

test('[OL7] docs/entrances.md names each file that reads the body of a request, and each with its bytes', () => {
  const READS = /\b(?:scope|app)\.(?:post[<(]|addContentTypeParser\()/;
  const found = serverFiles.filter((file) => READS.test(textOf(file)));
  const named = [...document.matchAll(/`(src\/(?:server|features)\/[\w/.-]+\.ts)`/g)].map(([, file]) => file!);
  expect(found.length).toBeGreaterThan(5);
  expectNone(
    found
      .filter((file) => !named.includes(file))
      .map((file) => inDocument('## Calls', `It does not name ${file}, which reads bodies.`, 'Add its entrance.')),
  );
  expectNone(
    rows
      .filter(([, , , bytes = '']) => !/^\d+ [KM]B$/.test(bytes))
      .map(([entrance = '']) => inDocument(entrance, `“${entrance}” has no bytes.`, 'Say how many it takes.')),
  );
});

/** The place where threads are started: its callers must say how much memory each may take. */
const THREADS = 'src/server/background/thread.ts';
/** Processes whose thread reads nothing which comes from outside: it watches their memory. */
const OWN_WORK = ['src/server/files/text-process.ts', 'src/server/files/picture-process.ts'];

test('[OL10] each thread is started with the most memory that it may take', () => {
  const STARTS = /new Worker\(/;
  const starting = serverFiles.filter((file) => STARTS.test(textOf(file)));
  expect(starting).toContain(THREADS);
  expect(textOf(THREADS)).toContain('maxOldGenerationSizeMb: memory.old');
  expectNone(
    starting
      .filter((file) => file !== THREADS && !OWN_WORK.includes(file))
      .map((file) => ({
        file,
        line: lineOf(file, STARTS.exec(textOf(file))![0]),
        sentence: 'It starts a thread whose heap may have no end.',
        remedy: `Start it by ${THREADS}.`,
      })),
  );
});

/** Params whose texts have their most elsewhere: where that is, by call and param. */
const CAPPED_ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /channel-plan changes': 'draft-changes.ts',
  'POST /editions changes': 'draft-changes.ts',
  'POST /editions/:editionId changes': 'draft-changes.ts',
  'POST /findings changes': 'draft-changes.ts',
  'POST /previews changes': 'draft-changes.ts',
  'POST /page-upgrades documents': 'answered, not kept',
  'POST /registers/:register/definition-plan document': 'storable.ts, by bytes',
  'POST /registers/:register/definition-edition document': 'storable.ts, by bytes',
  'POST /settings/:name/plan steps': 'draft-changes.ts',
  'POST /moving-in/:importId/form read': 'moving-in-calls.ts',
  'POST /moving-in/:importId/form map': 'map.ts, by its schema',
  'POST /wizard/table table': 'plan-structure.ts',
  'POST /wizard/errors.xlsx table': 'plan-structure.ts',
  'POST /wizard/review plan': 'plan-structure.ts',
  'POST /wizard/send plan': 'plan-structure.ts',
};

interface Schema {
  type?: string | readonly string[];
  maxLength?: number;
  enum?: readonly unknown[];
  /** pattern with an end, and a number wherever something repeats */
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
}

/** Whether a text of any length, or anything at all, may stand somewhere in it. */
function isUncapped({
  type,
  enum: choices,
  maxLength,
  pattern,
  items,
  properties,
  additionalProperties,
}: Schema): boolean {
  if (choices) return false;
  const types = [type ?? []].flat();
  if (types.length === 0) return true;
  if (types.includes('string') && maxLength === undefined && !/^\^[^*+]*\$$/.test(pattern ?? '')) return true;
  if (types.includes('array') && isUncapped(items ?? {})) return true;
  if (!types.includes('object')) return false;
  if (properties === undefined && typeof additionalProperties !== 'object') return true;
  return [
    ...Object.values(properties ?? {}),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ].some(isUncapped);
}

test('[OL8] each text that a call of the console takes has its most characters', () => {
  const uncapped = consoleCalls.flatMap(({ method, path, params = {} }) =>
    Object.entries(params).flatMap(([name, schema]) =>
      isUncapped(schema as Schema) ? [`${method} ${path} ${name}`] : [],
    ),
  );
  expect(uncapped.toSorted()).toEqual(Object.keys(CAPPED_ELSEWHERE).toSorted());
});
