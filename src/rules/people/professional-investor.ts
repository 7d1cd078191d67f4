import { compatible } from '../text/unicode-forms.ts';
/**
 * RK7: confirmation as a professional investor (domain: 证券期货投资者适当性管理办法). Who may ask for it, with what, and the states
 * of an application. Pure: the form checks by it before sending, the server again.
 */

/**
 * A: firms and products that are professional by law; natural: a person who meets the conditions; conversion: an
 * ordinary investor who asks to be treated as one.
 */
export const APPLY_TYPES = ['A', 'natural', 'conversion'] as const;
export type ApplyType = (typeof APPLY_TYPES)[number];

export const APPLY_TYPE_NAMES: Readonly<Record<ApplyType, string>> = {
  A: 'A类专业投资者',
  natural: '自然人专业投资者',
  conversion: '普通投资者转化',
};

/** Work that stands for years of investing. */
export const JOB_TYPES = ['none', 'finance', 'executive', 'licensed'] as const;
export type JobType = (typeof JOB_TYPES)[number];

export const JOB_TYPE_NAMES: Readonly<Record<JobType, string>> = {
  none: '没有以下经历',
  finance: '两年以上金融产品设计、投资或风险管理工作',
  executive: '金融机构类专业投资者的高级管理人员',
  licensed: '从事金融业务的注册会计师或律师',
};

export interface Declaration {
  /** 万元 of financial assets */
  assets: number;
  /** 万元 a year, mean of the last three */
  income: number;
  experienceYears: number;
  jobType: JobType;
}

/** The numbers of a declaration: what they are called, and within what they are believed; none may be below 0. */
export const DECLARED_NUMBERS = {
  assets: { name: '金融资产', unit: '万元', most: 100_000_000 },
  income: { name: '近三年年均收入', unit: '万元', most: 100_000_000 },
  experienceYears: { name: '投资经历', unit: '年', most: 80 },
} as const;
export type DeclaredNumber = keyof typeof DECLARED_NUMBERS;

const NUMBER_FIELDS = Object.keys(DECLARED_NUMBERS) as DeclaredNumber[];

const WRITTEN = /^[+-]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)$/;

/** A millionth of 万元 is a cent; finer numbers could be written as 1e-7, which is not read as a number. */
const FINEST = 1_000_000;

/** A number as people type it: full-width, with thousands separators. 0 when empty, NaN when not a number. */
export function readDeclaredNumber(written: string): number {
  const plain = compatible(written).replace('\u2212', '-').trim();
  if (plain === '') return 0;
  return WRITTEN.test(plain) ? Math.round(Number(plain.replaceAll(',', '')) * FINEST) / FINEST : NaN;
}

/** Why a number is refused by itself; '' when it is fine. */
function checkNumber(field: DeclaredNumber, value: number): string {
  const { name, unit, most } = DECLARED_NUMBERS[field];
  if (Number.isNaN(value)) return `${name}应为数字，不必写单位`;
  if (value < 0) return `${name}不能为负`;
  return value > most ? `${name}不能超过 ${most.toLocaleString('en-US')} ${unit}` : '';
}

/** Least values for the declaration of a type; a firm declares nothing. */
const CONDITIONS: Readonly<Record<Exclude<ApplyType, 'A'>, { assets: number; income: number; years: number }>> = {
  natural: { assets: 500, income: 50, years: 2 },
  conversion: { assets: 300, income: 30, years: 1 },
};

export const MATERIAL_KINDS = ['assets', 'income', 'experience', 'licence', 'other'] as const;
export type MaterialKind = (typeof MATERIAL_KINDS)[number];

export const MATERIAL_NAMES: Readonly<Record<MaterialKind, string>> = {
  assets: '金融资产证明',
  income: '近三年收入证明',
  experience: '投资经历或工作证明',
  licence: '许可证或备案证明',
  other: '补充材料',
};

/** Limits of one application; the server refuses more. */
export const MATERIAL_LIMITS = { files: 8, bytesEach: 10 * 1024 * 1024, bytesAll: 40 * 1024 * 1024 } as const;

/** Accepted file types, detected from the content. */
export const MATERIAL_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** Endings that computers use for the same kinds, too. */
const MATERIAL_ENDINGS = ['pdf', 'jpg', 'jpeg', 'jfif', 'png'];
const MATERIAL_TYPE_NAMES = [
  ...Object.values(MATERIAL_TYPES),
  'application/x-pdf',
  'image/jpg',
  'image/pjpeg',
  'image/x-png',
];

/**
 * Why a file cannot be a material, by what is known of it without reading it; '' where nothing speaks against it.
 * @param type '' where the computer tells none
 */
export function checkMaterial({ name, size, type }: { name: string; size: number; type: string }): string {
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  const isKnown = ending === undefined ? type !== '' : MATERIAL_ENDINGS.includes(ending);
  if (!isKnown || (type !== '' && !MATERIAL_TYPE_NAMES.includes(type.toLowerCase()))) return '不是 PDF、JPG 或 PNG';
  if (size === 0) return '是空文件';
  return size > MATERIAL_LIMITS.bytesEach ? '超过 10 MB' : '';
}

export type DeclarationProblem = { field: DeclaredNumber; text: string };

/**
 * Problems of a declaration that is beyond belief, or misses the conditions of its type, in words for the applicant.
 */
export function checkDeclaration(type: ApplyType, { jobType, ...numbers }: Declaration): DeclarationProblem[] {
  if (type === 'A') return [];
  const need = CONDITIONS[type];
  const { assets, income, experienceYears } = numbers;
  const problems: DeclarationProblem[] = NUMBER_FIELDS.flatMap((field) => {
    const text = checkNumber(field, numbers[field]);
    return text === '' ? [] : [{ field, text }];
  });
  const isBelieved = (...fields: DeclaredNumber[]) => !problems.some(({ field }) => fields.includes(field));
  if (isBelieved('assets', 'income') && assets < need.assets && income < need.income)
    problems.push({
      field: 'assets',
      text: `金融资产应不低于 ${need.assets} 万元，或者近三年年均收入不低于 ${need.income} 万元`,
    });
  if (isBelieved('experienceYears') && experienceYears < need.years && (type === 'conversion' || jobType === 'none')) {
    problems.push({
      field: 'experienceYears',
      text:
        type === 'conversion'
          ? `投资经历应不少于 ${need.years} 年`
          : `投资经历应不少于 ${need.years} 年，或者具有所列的工作经历`,
    });
  }
  return problems;
}

/**
 * The files without which an application is not whole: proof of what the declaration rests on. Each entry is a list of
 * kinds any one of which will do: whoever reaches both amounts, or none yet, proves either.
 */
export function neededMaterials(
  type: ApplyType,
  { assets, income }: Pick<Declaration, 'assets' | 'income'>,
): MaterialKind[][] {
  if (type === 'A') return [['licence']];
  const need = CONDITIONS[type];
  const reached = [assets >= need.assets, income >= need.income];
  const means: MaterialKind[] = reached[0] === reached[1] ? ['assets', 'income'] : reached[0] ? ['assets'] : ['income'];
  return [means, ['experience']];
}

/** Name of the requirement when one of several kinds is enough. */
export const sayMaterials = (kinds: readonly MaterialKind[]): string =>
  kinds.map((kind) => MATERIAL_NAMES[kind]).join('或');

export const APPLICATION_STATES = ['submitted', 'in-review', 'supplement', 'accepted', 'refused', 'expired'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

export const APPLICATION_STATE_NAMES: Readonly<Record<ApplicationState, string>> = {
  submitted: '已提交',
  'in-review': '审核中',
  supplement: '待补充材料',
  accepted: '已确认',
  refused: '已驳回',
  expired: '已失效',
};

/** Codes of `status` in the query: 0 none, 1 under review, 2 confirmed, 3 refused, 4 expired. */
export const STATUS_OF: Readonly<Record<ApplicationState, string>> = {
  submitted: '1',
  'in-review': '1',
  supplement: '1',
  accepted: '2',
  refused: '3',
  expired: '4',
};

/** Next states of a state: by the applicant (supplement → submitted), by staff, and by time (accepted → expired). */
const NEXT: Readonly<Record<ApplicationState, readonly ApplicationState[]>> = {
  submitted: ['in-review', 'supplement', 'accepted', 'refused'],
  'in-review': ['supplement', 'accepted', 'refused'],
  supplement: ['submitted', 'refused'],
  accepted: ['expired'],
  refused: [],
  expired: [],
};

export const mayFollow = (from: ApplicationState, to: ApplicationState): boolean => NEXT[from].includes(to);

/** Whether a new application may be sent: there is none, or the last one is over. */
export const mayApply = (state: ApplicationState | undefined): boolean =>
  state === undefined || state === 'refused' || state === 'expired';

/**
 * The state as of a day: a confirmation ends with its last day. @param validTo yyyy-mm-dd, null for none. @param today
 * yyyy-mm-dd in Shanghai
 */
export const stateOn = (state: ApplicationState, validTo: string | null, today: string): ApplicationState =>
  state === 'accepted' && validTo !== null && validTo < today ? 'expired' : state;
