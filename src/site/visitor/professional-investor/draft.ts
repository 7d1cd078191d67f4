import {
  checkDeclaration,
  checkMaterial,
  MATERIAL_LIMITS,
  neededMaterials,
  readDeclaredNumber,
  sayMaterials,
  type ApplyType,
  type Declaration,
  type JobType,
  type MaterialKind,
} from '#rules/people/professional-investor.ts';
import type { ApplicationStatus, Problem } from './application.ts';

/** The typed values, unchanged. */
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

/** A file that was chosen and not taken, and why. */
export interface RefusedFile {
  kind: MaterialKind;
  name: string;
  why: string;
}

const EMPTY: Draft = {
  applyType: 'natural',
  assets: '',
  income: '',
  experienceYears: '',
  jobType: 'none',
  riskNoticeRead: false,
  sensitiveConsent: false,
};

/** Key in session storage: it goes with the tab. */
const STORAGE_KEY = 'professionalInvestorDraft';

/**
 * The draft typed before a login or a reload, unless by another customer; else the last declaration. Files cannot be
 * kept.
 * @param owner whose form it is
 */
export function firstDraft(
  owner: string,
  { applyType, declare }: Pick<ApplicationStatus, 'applyType' | 'declare'>,
): { draft: Draft; isKept: boolean } {
  const { jobType = EMPTY.jobType, ...numbers } = declare;
  const typed = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, value === 0 ? '' : String(value)]),
  );
  const before = { ...EMPTY, ...typed, jobType, ...(applyType && { applyType }) };
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as { owner: string; draft: Draft } | null;
    if (stored?.owner === owner)
      return { draft: { ...before, ...stored.draft, riskNoticeRead: false, sensitiveConsent: false }, isKept: true };
  } catch {
    // an unreadable draft counts as none
  }
  return { draft: before, isKept: false };
}

/** @param draft null: nothing is kept any more */
export function keepDraft(owner: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ owner, draft }));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // without storage, the input is lost with the page
  }
}

const declared = ({ assets, income, experienceYears, jobType }: Draft): Declaration => ({
  assets: readDeclaredNumber(assets),
  income: readDeclaredNumber(income),
  experienceYears: readDeclaredNumber(experienceYears),
  jobType,
});

export interface RequiredMaterial {
  kind: MaterialKind;
  /** the kinds that would do instead: one of them is needed */
  or: readonly MaterialKind[];
  needed: boolean;
}

const OPEN_KINDS: Readonly<Record<'firm' | 'person', readonly MaterialKind[]>> = {
  firm: ['licence', 'other'],
  person: ['assets', 'income', 'experience', 'other'],
};

/**
 * The kinds of files that are asked for. Which they are depends on the type alone: what is typed decides only what is
 * needed of them, so that no file that was chosen loses its place.
 */
export function requiredMaterials(
  draft: Draft,
  before: Pick<ApplicationStatus, 'state' | 'materials'>,
): RequiredMaterial[] {
  const sent = sentBefore(before);
  const open = neededMaterials(draft.applyType, declared(draft)).filter(
    (kinds) => !kinds.some((kind) => sent.includes(kind)),
  );
  return OPEN_KINDS[draft.applyType === 'A' ? 'firm' : 'person'].map((kind) => {
    const among = open.find((kinds) => kinds.includes(kind));
    return { kind, or: (among ?? []).filter((other) => other !== kind), needed: among !== undefined };
  });
}

/** Additions to an open application need not be sent again. */
const sentBefore = ({ state, materials }: Pick<ApplicationStatus, 'state' | 'materials'>): MaterialKind[] =>
  state === 'supplement' ? materials.map(({ kind }) => kind) : [];

/** The chosen files that the type needs; the rest waits in case the type is changed back. */
export function requiredFiles(draft: Draft, chosen: Chosen): Chosen {
  const kinds = OPEN_KINDS[draft.applyType === 'A' ? 'firm' : 'person'];
  return chosen.filter(({ kind }) => kinds.includes(kind));
}

const sizeOf = (chosen: Chosen): number => chosen.reduce((sum, { file }) => sum + file.size, 0);

/**
 * Files that were just chosen: those that may be sent, and why the others may not. The server alone looks into them.
 * @param asked chosen before, of all kinds that are asked for
 */
export function takeFiles(
  kind: MaterialKind,
  files: readonly File[],
  required: Chosen,
): { taken: Chosen; refused: RefusedFile[] } {
  const taken: Chosen = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const all = [...required, ...taken];
    const why = checkMaterial(file) || whyNotBeside(file, all);
    if (why === '') taken.push({ kind, file });
    else refused.push({ kind, name: file.name, why });
  }
  return { taken, refused };
}

function whyNotBeside(file: File, others: Chosen): string {
  if (
    others.some(
      (other) =>
        other.file.name === file.name && other.file.size === file.size && other.file.lastModified === file.lastModified,
    )
  )
    return '已经选择过';
  if (others.length >= MATERIAL_LIMITS.files) return `超出一次最多 ${MATERIAL_LIMITS.files} 个文件的限制`;
  return sizeOf(others) + file.size > MATERIAL_LIMITS.bytesAll ? '加上它合计超过 40 MB' : '';
}

/**
 * Everything that is wrong before sending, in the order of the form; the server checks the same and the files' content.
 */
export function problemsOf(draft: Draft, chosen: Chosen, before: ApplicationStatus): Problem[] {
  const problems: Problem[] = checkDeclaration(draft.applyType, declared(draft));
  const files = requiredFiles(draft, chosen);
  if (before.state === 'supplement' && files.length === 0)
    problems.push({ field: 'materials', text: '请至少上传一份需要补充的材料' });
  if (files.length > MATERIAL_LIMITS.files || sizeOf(files) > MATERIAL_LIMITS.bytesAll)
    problems.push({ field: 'materials', text: `一次最多上传 ${MATERIAL_LIMITS.files} 个文件，合计不超过 40 MB` });
  const given = new Set([...sentBefore(before), ...files.map(({ kind }) => kind)]);
  for (const kinds of neededMaterials(draft.applyType, declared(draft))) {
    if (!kinds.some((kind) => given.has(kind)))
      problems.push({ field: `materials.${kinds[0]}`, text: `请上传${sayMaterials(kinds)}` });
  }
  if (!draft.riskNoticeRead) problems.push({ field: 'riskNoticeRead', text: '请阅读并勾选风险告知' });
  if (!draft.sensitiveConsent) problems.push({ field: 'sensitiveConsent', text: '请单独同意处理敏感个人信息' });
  return problems;
}

/** The body of the call: fields as text, files by kind. */
export function bodyOf(draft: Draft, chosen: Chosen, requestId: string, signTime: string): Record<string, unknown> {
  const isFirm = draft.applyType === 'A';
  const files: Partial<Record<MaterialKind, File[]>> = {};
  for (const { kind, file } of requiredFiles(draft, chosen)) (files[kind] ??= []).push(file);
  const { assets, income, experienceYears, jobType } = declared(draft);
  // files last, and under names of lists: a field and files may be called alike
  return {
    requestId,
    applyType: draft.applyType,
    ...(!isFirm && { assets, income, experienceYears, jobType }),
    riskNoticeRead: draft.riskNoticeRead ? '1' : '0',
    sensitiveConsent: draft.sensitiveConsent ? '1' : '0',
    signTime,
    ...Object.fromEntries(Object.entries(files).map(([kind, list]) => [`${kind}[]`, list])),
  };
}

/** crypto.randomUUID is not there where the site is read without https. */
export const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
