import { checkDeclaration, MATERIAL_LIMITS, MATERIAL_NAMES, neededMaterials, type ApplyType, type JobType, type MaterialKind } from '#rules/professional-investor.ts';
import type { ApplicationStatus, Problem } from './application.ts';

/** What is typed, as it is typed. */
export interface Draft {
  applyType: ApplyType;
  assets: string;
  income: string;
  experienceYears: string;
  jobType: JobType;
  riskNoticeRead: boolean;
  sensitiveConsent: boolean;
}

export type Chosen = { kind: MaterialKind; file: File }[];

const EMPTY: Draft = { applyType: 'natural', assets: '', income: '', experienceYears: '', jobType: 'none', riskNoticeRead: false, sensitiveConsent: false };

/** Key in session storage: it goes with the tab. */
const KEPT = 'professionalInvestorDraft';

/**
 * What was typed before a login or a reload, unless by another customer; else what was declared last. Files cannot be kept.
 * @param owner whose form it is
 */
export function firstDraft(owner: string, { applyType, declare }: Pick<ApplicationStatus, 'applyType' | 'declare'>): Draft {
  const { jobType = EMPTY.jobType, ...numbers } = declare;
  const typed = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, value === 0 ? '' : String(value)]));
  const before = { ...EMPTY, ...typed, jobType, ...(applyType && { applyType }) };
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as { owner: string; draft: Draft } | null;
    return kept?.owner === owner ? { ...before, ...kept.draft, riskNoticeRead: false, sensitiveConsent: false } : before;
  } catch {
    return before;
  }
}

/** @param draft null: nothing is kept any more */
export function keepDraft(owner: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(KEPT, JSON.stringify({ owner, draft }));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing loses what is typed with the page
  }
}

const number = (typed: string): number => (typed.trim() === '' ? 0 : Number(typed));

const NUMBERS = [
  ['assets', '金融资产'],
  ['income', '近三年年均收入'],
  ['experienceYears', '投资经历'],
] as const;

const declared = ({ assets, income, experienceYears, jobType }: Draft) => ({ assets: number(assets), income: number(income), experienceYears: number(experienceYears), jobType });

/** The kinds of files that are asked for: what is needed for what is typed, and anything more. */
export function askedMaterials(draft: Draft): { kind: MaterialKind; needed: boolean }[] {
  const needed = neededMaterials(draft.applyType, { assets: number(draft.assets) || 0 });
  return [...needed.map((kind) => ({ kind, needed: true })), { kind: 'other', needed: false }];
}

/** Everything that is wrong before sending, in the order of the form; the server checks the same and the files' content. */
export function problemsOf(draft: Draft, chosen: Chosen, before: ApplicationStatus): Problem[] {
  const problems: Problem[] = draft.applyType === 'A' ? [] : NUMBERS.flatMap(([field, name]) => (number(draft[field]) >= 0 ? [] : [{ field, text: `${name}应为数字` }]));
  if (problems.length === 0) problems.push(...checkDeclaration(draft.applyType, declared(draft)));
  const sent = new Set<string>([...(before.state === 'supplement' ? before.materials : []), ...chosen].map(({ kind }) => kind));
  for (const { kind, needed } of askedMaterials(draft)) {
    if (needed && !sent.has(kind)) problems.push({ field: `materials.${kind}`, text: `请上传${MATERIAL_NAMES[kind]}` });
    const large = chosen.find((one) => one.kind === kind && one.file.size > MATERIAL_LIMITS.bytesEach);
    if (large) problems.push({ field: `materials.${kind}`, text: `文件“${large.file.name}”超过 10 MB` });
  }
  if (before.state === 'supplement' && chosen.length === 0) problems.push({ field: 'materials.other', text: '请上传需要补充的材料' });
  const all = chosen.reduce((sum, { file }) => sum + file.size, 0);
  if (chosen.length > MATERIAL_LIMITS.files || all > MATERIAL_LIMITS.bytesAll) problems.push({ field: 'materials.other', text: `一次最多上传 ${MATERIAL_LIMITS.files} 个文件，合计不超过 40 MB` });
  if (!draft.riskNoticeRead) problems.push({ field: 'riskNoticeRead', text: '请阅读并勾选风险告知' });
  if (!draft.sensitiveConsent) problems.push({ field: 'sensitiveConsent', text: '请单独同意处理敏感个人信息' });
  return problems;
}

/** The body of the call: fields as text, files by kind. */
export function bodyOf(draft: Draft, chosen: Chosen, requestId: string, signTime: string): Record<string, unknown> {
  const isFirm = draft.applyType === 'A';
  const asked = new Set(askedMaterials(draft).map(({ kind }) => kind));
  const files: Partial<Record<MaterialKind, File[]>> = {};
  for (const { kind, file } of chosen) if (asked.has(kind)) (files[kind] ??= []).push(file);
  const { assets, income, experienceYears, jobType } = declared(draft);
  // files last, and under names of lists: a field and files may be called alike
  return { requestId, applyType: draft.applyType, ...(!isFirm && { assets, income, experienceYears, jobType }), riskNoticeRead: draft.riskNoticeRead ? '1' : '0', sensitiveConsent: draft.sensitiveConsent ? '1' : '0', signTime, ...Object.fromEntries(Object.entries(files).map(([kind, list]) => [`${kind}[]`, list])) };
}

/** crypto.randomUUID is not there where the site is read without https. */
export const newRequestId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
