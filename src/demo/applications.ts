import { writeFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { choice, integer, list, object, optional, text } from '#page/schema-words.ts';
import { MATERIAL_NAMES, type MaterialKind } from '#rules/people/professional-investor.ts';
import { materialsDirOf } from '#server/people/customers/materials.ts';
import {
  answerApplication,
  findApplication,
  submitApplication,
  type NewMaterial,
} from '#server/people/customers/pro-applications.ts';
import type { Db } from '#server/db/tables.ts';
import { storePrivateFile } from '#server/files/store.ts';
import { makePdf } from './files/pdf.ts';
import { readTexts } from './read-texts.ts';

/**
 * Invented customers, grouped by the outcome of their applications. Days count from the day of the demonstration:
 * negative before it, positive after it.
 */
const APPLICATIONS = readTexts(
  new URL('./applications.json', import.meta.url),
  list(
    object({
      customerId: text(),
      name: text(),
      day: integer(),
      assets: integer(),
      income: integer(),
      years: integer(),
      answers: list(
        object({
          to: choice(['in-review', 'supplement', 'refused', 'accepted']),
          day: integer(),
          reason: optional(text()),
          validTo: optional(integer()),
        }),
      ),
    }),
  ),
);

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
