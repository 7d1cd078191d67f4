import { writeFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MATERIAL_NAMES, type MaterialKind } from '#rules/professional-investor.ts';
import { materialsDirOf } from '#server/people/customers/materials.ts';
import {
  answerApplication,
  findApplication,
  submitApplication,
  type NewMaterial,
  type StaffAnswer,
} from '#server/people/customers/pro-applications.ts';
import type { Db } from '#server/db/tables.ts';
import { storePrivateFile } from '#server/files/store.ts';
import { makePdf } from './files/pdf.ts';

type Answered = Pick<StaffAnswer, 'to' | 'reason'> & { day: number; validTo?: number };

/**
 * Invented customers, grouped by the outcome of their applications. Days count from the day of the demonstration:
 * negative before it, positive after it.
 */
const APPLICATIONS: {
  customerId: string;
  name: string;
  day: number;
  assets: number;
  income: number;
  years: number;
  answers: Answered[];
}[] = [
  { customerId: 'demo-03', name: '演示客户丙', day: -1, assets: 620, income: 40, years: 5, answers: [] },
  {
    customerId: 'demo-04',
    name: '演示客户丁',
    day: -3,
    assets: 300,
    income: 68,
    years: 4,
    answers: [{ to: 'in-review', day: -2 }],
  },
  {
    customerId: 'demo-05',
    name: '演示客户戊',
    day: -6,
    assets: 560,
    income: 30,
    years: 3,
    answers: [
      { to: 'in-review', day: -5 },
      { to: 'supplement', day: -4, reason: '金融资产证明的日期早于三个月，请补充最近一个月由开户机构出具的资产证明。' },
    ],
  },
  {
    customerId: 'demo-06',
    name: '演示客户己',
    day: -20,
    assets: 510,
    income: 20,
    years: 2,
    answers: [
      { to: 'in-review', day: -19 },
      { to: 'refused', day: -18, reason: '所附证明中的资产不属于金融资产。取得符合要求的证明后，可以重新申请。' },
    ],
  },
  {
    customerId: 'demo-07',
    name: '演示客户庚',
    day: -400,
    assets: 800,
    income: 90,
    years: 8,
    answers: [
      { to: 'in-review', day: -399 },
      { to: 'accepted', day: -398, validTo: -33 },
    ],
  },
  {
    customerId: 'demo-09',
    name: '演示客户壬',
    day: -100,
    assets: 1200,
    income: 120,
    years: 10,
    answers: [
      { to: 'in-review', day: -99 },
      { to: 'accepted', day: -98, validTo: 267 },
    ],
  },
];

/**
 * Enters applications in every state through the functions that customers and staff use. Continues where an interrupted
 * fill stopped.
 * @param today yyyy-mm-dd
 */
export async function fillApplications(db: Db, filesDir: string, today: string): Promise<void> {
  const dir = materialsDirOf(filesDir);
  const at = (day: number, hour: number) =>
    new Date(Date.parse(`${today}T00:00:00+08:00`) + (day * 24 + hour) * 3_600_000);
  for (const { customerId, name, day, assets, income, years, answers } of APPLICATIONS) {
    const known = await findApplication(db, customerId);
    if (!known) {
      const kinds: MaterialKind[] = [assets >= 500 ? 'assets' : 'income', 'experience'];
      const materials: NewMaterial[] = [];
      for (const kind of kinds) materials.push(await material(dir, kind, name, at(day, 10)));
      const declared = { assets, income, experienceYears: years, jobType: 'none' } as const;
      await submitApplication(db, {
        customerId,
        requestId: `demo-${customerId}`,
        applyType: 'natural',
        declared,
        signedAt: at(day, 10),
        at: at(day, 10),
        materials,
      });
    }
    for (const { day: answeredOn, validTo, ...answer } of answers.slice(Math.max(0, (known?.steps.length ?? 1) - 1))) {
      await answerApplication(db, {
        customerId,
        ...answer,
        ...(validTo !== undefined && { validTo: dayOf(at(validTo, 12)) }),
        at: at(answeredOn, 15),
      });
    }
  }
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

async function material(dir: string, kind: MaterialKind, name: string, at: Date): Promise<NewMaterial> {
  const filename = `${name}-${MATERIAL_NAMES[kind]}.pdf`;
  const bytes = makePdf({
    title: MATERIAL_NAMES[kind],
    paragraphs: [
      `本文件由演示数据生成，仅用来展示专业投资者确认的流程。申请人：${name}。内容均为虚构，不能作为任何证明使用。`,
    ],
    signature: ['演示数据'],
  });
  await mkdir(join(dir, '.incoming'), { recursive: true, mode: 0o700 });
  const temporary = join(dir, '.incoming', `${name}-${kind}`);
  await writeFile(temporary, bytes);
  const { filepath, sha256, size, mediaType } = await storePrivateFile(dir, temporary, at);
  await rm(temporary, { force: true });
  return { kind, filename, filepath, sha256, size, mediaType };
}
