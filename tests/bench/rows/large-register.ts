import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_BASE } from '#wire/paths.ts';
import { residentMegabytes } from '../machine.ts';
import { pause, serverCommand, startProduct, untilFilled, type Running } from '../product.ts';
import type { Row } from '../report.ts';
import { signIn } from './console.ts';
import { peakMegabytes, writeStaffFile } from './import.ts';
import { newDataFolder } from './start.ts';

const GROUP = 'Large register';
const REGISTER = '/registers/bond-investment';
const FACTS = { dataDate: '2026-11-19', department: '固定收益总部' };
/** milliseconds between two visitors, and in which an idle server gives back what it took; what a thread held V8 returns after eight seconds */
const VISIT = 20;
const AFTER = 12_000;
/** pages of the table that are timed */
const PAGES = 40;

/**
 * Waiting times of an editor with a register of 100,000 rows in the console, and of a visitor of the home page
 * meanwhile.
 */
export async function largeRegisterRows(): Promise<Row[]> {
  const folder = newDataFolder();
  const dataDir = join(folder, 'data');
  const file = join(folder, 'staff.xlsx');
  try {
    await writeStaffFile(file);
    const site = await startProduct(dataDir, serverCommand as [string, ...string[]]);
    try {
      await untilFilled(site);
      // accounts are made after the first page
      while (!existsSync(join(dataDir, 'demo-accounts.json'))) await pause(100);
      return await measure(site, dataDir, readFileSync(file));
    } finally {
      await site.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure({ origin, pid }: Running, dataDir: string, bytes: Buffer): Promise<Row[]> {
  const [editor, reviewer, publisher] = [
    await signIn(origin, dataDir, 'editor'),
    await signIn(origin, dataDir, 'reviewer'),
    await signIn(origin, dataDir, 'publisher'),
  ];
  const visitors = visit(`${origin}${SITE_BASE}/`);
  const extraRows: Row[] = [];
  const timed = async <T>(
    id: string,
    title: string,
    work: () => Promise<T>,
    limit: Row['limit'] = null,
  ): Promise<T> => {
    visitors.worst = 0;
    const since = performance.now();
    const done = await work();
    extraRows.push({
      group: GROUP,
      id,
      title,
      value: (performance.now() - since) / 1000,
      unit: 's',
      limit,
      note: `a visitor waited at most ${Math.round(visitors.worst)} ms`,
    });
    return done;
  };
  const { filepath } = await editor<{ filepath: string }>('POST', '/files?filename=staff.xlsx', bytes);
  const importId = await timed('large-import', '100,000 rows of xlsx checked by the console', async () => {
    const begun = await editor<{ importId: number }>('POST', `${REGISTER}/imports`, {
      filepath,
      filename: 'staff.xlsx',
    });
    while ((await editor<{ state: string }>('GET', `/imports/${begun.importId}`)).state === 'running') await pause(200);
    return begun.importId;
  });
  const { report } = await editor<{ report: { vanishing: { removed: number } | null } }>('GET', `/imports/${importId}`);
  const imported = await editor<{ editionId: number }>('POST', `/imports/${importId}/edition`, {
    ...FACTS,
    ...(report.vanishing && { confirmRemoved: report.vanishing.removed }),
  });
  const way = async (editionId: number, id: string, what: string, writer = editor): Promise<void> => {
    await timed(`${id}-preview`, `${what}: its preview`, () => editor.page(`/editions/${editionId}/page`));
    await timed(`${id}-compare`, `${what}: compared with what is public`, () =>
      editor('GET', `/editions/${editionId}/compare?from=public&to=1`),
    );
    await timed(`${id}-submit`, `${what}: checked and submitted`, () =>
      writer('POST', `/editions/${editionId}/submit`, { version: 1 }),
    );
    const { redLines } = await reviewer<{ redLines: { rowsGone: number } }>('GET', `/editions/${editionId}/check`);
    await reviewer('POST', `/editions/${editionId}/approve`, { version: 1, rowsGone: redLines.rowsGone });
    await timed(`${id}-publish`, `${what}: published`, () =>
      publisher('POST', `/editions/${editionId}/publish`, { version: 1 }),
    );
  };
  await way(imported.editionId, 'large', 'The import');
  const { mark } = await editor<{ mark: string }>('GET', REGISTER);
  const { list } = await editor<{ list: { key: string[]; row: Record<string, string> }[] }>(
    'GET',
    `${REGISTER}/rows?pageNum=900&pageSize=50`,
  );
  const [{ key, row }] = list as [(typeof list)[number]];
  const changed = await timed('large-row', 'One row of 100,000: saved as an edition', () =>
    editor<{ editionId: number }>('POST', `${REGISTER}/row-changes`, {
      changes: [{ key, row: { ...row, staffName: '改名' } }],
      ...FACTS,
      mark,
    }),
  );
  await way(changed.editionId, 'large-row', 'One row of 100,000');
  const keeper = await signIn(origin, dataDir, 'channel-admin');
  const pages = `${origin}${SITE_BASE}/publicChannel/bondInvestment`;
  const before = await pageTime(pages);
  const { document } = await keeper<{ document: Definition }>('GET', `${REGISTER}/definition`);
  const rules = { document: renamed(document), values: { bizLine: { 自营: '自营业务' } } };
  await timed(
    'large-definition',
    'A choice of 100,000 rows renamed: what it would change',
    () => keeper('POST', `${REGISTER}/definition-plan`, rules),
    { most: 10 },
  );
  const defined = await timed('large-definition-save', 'The same: saved as an edition with its rows', () =>
    keeper<{ editionId: number }>('POST', `${REGISTER}/definition-edition`, { ...rules, ...FACTS }),
  );
  await way(defined.editionId, 'large-definition', 'A renamed choice of 100,000 rows', keeper);
  const after = await pageTime(pages);
  extraRows.push({
    group: GROUP,
    id: 'large-definition-pages',
    title: 'Pages of the table after it, against those before',
    value: after / before,
    unit: 'ratio',
    limit: { most: 1.5 },
    note: `${before.toFixed(1)} and ${after.toFixed(1)} ms, medians of ${PAGES}`,
  });
  const peak = peakMegabytes(pid);
  visitors.end();
  await pause(AFTER);
  extraRows.push({
    group: GROUP,
    id: 'large-memory',
    title: 'Most resident memory of the server process meanwhile',
    value: peak,
    unit: 'MB',
    limit: null,
    note: `${Math.round(residentMegabytes(pid))} MB ${AFTER / 1000} s later; PostgreSQL's own not included`,
  });
  return extraRows;
}

interface Definition {
  fields: Record<string, { choices?: Record<string, string> }>;
}

/** Its first choice of a line of business by another name. */
function renamed(document: Definition): Definition {
  const { bizLine, ...fields } = document.fields;
  const { 自营: _own, ...choices } = bizLine!.choices!;
  return { ...document, fields: { ...fields, bizLine: { ...bizLine, choices: { 自营业务: '自营业务', ...choices } } } };
}

/** Milliseconds for a page of the table that nobody has asked for since the last publication, the median of many. */
async function pageTime(address: string): Promise<number> {
  const times: number[] = [];
  for (let no = 1; no <= PAGES; no++) {
    const since = performance.now();
    await (await fetch(`${address}?pageNum=${no * 7}`)).text();
    times.push(performance.now() - since);
  }
  return times.sort((a, b) => a - b)[Math.floor(PAGES / 2)]!;
}

/** Asks for a page again and again. */
export function visit(address: string): { worst: number; end: () => void } {
  const visitors = { worst: 0, end: () => clearTimeout(timer) };
  const look = async (): Promise<void> => {
    const since = performance.now();
    await fetch(address).then(
      (answer) => answer.text(),
      () => '',
    );
    visitors.worst = Math.max(visitors.worst, performance.now() - since);
    timer = setTimeout(() => void look(), VISIT);
  };
  let timer = setTimeout(() => void look(), VISIT);
  return visitors;
}
