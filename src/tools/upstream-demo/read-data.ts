import { readFile } from 'node:fs/promises';

/** A channel of section 3 of the specification, with the channels below it. */
interface DemoChannel {
  channelId: string;
  parentId: string;
  classOrder: number | string;
  url: string;
  name: string;
  type: number | string;
  children?: DemoChannel[];
}

export interface DemoArticle {
  newsId: string;
  channelId: string;
  title: string;
  content: string;
  source: string;
  contentTime: string;
  flagTop: string;
  attachmentInfos: { filepath: string; filename: string }[];
  /** column of a research article */
  columnId?: string;
  /** tags of a research article */
  tags?: { id: string; name: string }[];
  /** topic of a hot research article */
  topic?: string;
  /** product level that a reader needs, as 0002 */
  riskLevel?: string;
}

/** Rows that one call answers. */
export interface DemoRows {
  path: string;
  /** params by which calls of one path differ */
  when?: Record<string, string>;
  /** the answer is the list itself */
  bare?: boolean;
  list?: string;
  total?: string;
  rows: Record<string, unknown>[];
}

/** All that the demonstration's server knows; a test changes it as it likes. */
export interface DemoData {
  /** trees by root, as channellist answers them */
  channels: Record<string, DemoChannel[]>;
  articles: DemoArticle[];
  registers: DemoRows[];
  /** page schemas and registers for its channels, at /page-schemas */
  views: { pages: object[]; registers: object[] };
  settings: {
    webparam: Record<string, string>;
    ads: Record<string, object[]>;
    columns: Record<string, object[]>;
    users: Record<string, { custId: string; riskLevel: string; riskValidDate: string; isProInvestor: string }>;
  };
}

/** Reads the JSON files of `data/`, anew for each server. */
export async function readDemoData(): Promise<DemoData> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(new URL(`./data/${name}.json`, import.meta.url), 'utf8'));
  const [channels, articles, registers, views, settings] = await Promise.all(
    ['channels', 'articles', 'registers', 'views', 'settings'].map(read),
  );
  return { channels, articles, registers, views, settings } as DemoData;
}

/** Files below /static-file/, made rather than stored: they are as invented as the rest. */
export const demoFiles: ReadonlyMap<string, { type: string; bytes: Buffer }> = new Map([
  ['2026/annual-summary.pdf', { type: 'application/pdf', bytes: smallPdf('Demonstration only') }],
  [
    '2026/interest.csv',
    { type: 'text/csv', bytes: Buffer.from('\uFEFF项目,年利率（%）\n演示活期,0.10\n演示一年期,1.10\n') },
  ],
]);

/** A page of one line. */
function smallPdf(words: string): Buffer {
  const stream = `BT /F1 24 Tf 72 720 Td (${words}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, at) => {
    const start = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 6\n0000000000 65535 f \n${table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}
