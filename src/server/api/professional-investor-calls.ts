import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { as, choice, text, withDefault, type ObjectOf } from '#page/schema-words.ts';
import {
  APPLY_TYPES,
  checkDeclaration,
  DECLARED_NUMBERS,
  JOB_TYPES,
  MATERIAL_KINDS,
  MATERIAL_LIMITS,
  MATERIAL_TYPES,
  mayApply,
  neededMaterials,
  readDeclaredNumber,
  sayMaterials,
  STATUS_OF,
  type Declaration,
  type DeclaredNumber,
  type MaterialKind,
} from '#rules/people/professional-investor.ts';
import { paths } from '#wire/paths.ts';
import {
  findApplication,
  submitApplication,
  type Application,
  type NewMaterial,
} from '../people/customers/pro-applications.ts';
import { Refused } from '../errors.ts';
import { readMediaType } from '../files/media-type.ts';
import { isRaster, rasterProblem } from '../files/raster-size.ts';
import { storePrivateFile } from '../files/store.ts';
import { defineCall, type CallContext } from './define-call.ts';
import type { UploadedFile } from './read-upload.ts';
import { wireTime } from './wire-time.ts';

/** A wrong field of the form, in words for the applicant. */
interface Problem {
  field: string;
  text: string;
}

/** Read as text, so that a wrong value is answered at its field with what would be right. */
function numberParam(field: DeclaredNumber) {
  const { name, unit, most } = DECLARED_NUMBERS[field];
  return withDefault('0', as<string>({ type: 'string', description: `${name}，${unit}，0 到 ${most}` }));
}

/** The fields of the form. */
const formParams = {
  requestId: as<string>({
    type: 'string',
    pattern: '^[A-Za-z0-9-]{8,64}$',
    description: '表单的编号：重复提交只算一次',
  }),
  applyType: choice(APPLY_TYPES, { description: 'A A类专业投资者，natural 自然人，conversion 普通投资者转化' }),
  assets: numberParam('assets'),
  income: numberParam('income'),
  experienceYears: numberParam('experienceYears'),
  jobType: withDefault('none', choice(JOB_TYPES, { description: '工作经历' })),
  riskNoticeRead: withDefault('0', text({ maxLength: 8, description: '1 已阅读风险告知' })),
  sensitiveConsent: withDefault('0', text({ maxLength: 8, description: '1 单独同意处理敏感个人信息' })),
  signTime: withDefault('', text({ maxLength: 40, description: '确认告知与同意的时间，ISO 8601' })),
};
type Form = ObjectOf<typeof formParams>;

/** Milliseconds by which the time sent by a form may differ from the server's. */
const CLOCK = 24 * 3_600_000;

/** RK7: the form's fields and files in one multipart body; all of it counts, or nothing. */
export const confirmProfessional = defineCall({
  path: paths.proConfirm,
  method: 'POST',
  upload: true,
  summary: '申请确认为专业投资者（multipart，请求头 access_token）',
  params: formParams,
  answers: `status（1 审核中）；文件字段名为 ${MATERIAL_KINDS.join('、')}，可重复；不符合条件时返回 1020，data.problems 逐项说明（field, text）`,
  handle: async (form, context) => {
    const { db, files = [] } = context;
    const { custId, isProInvestor } = await applicant(context);
    const last = await findApplication(db, custId);
    if (isProInvestor && last?.state !== 'expired') throw new Refused('alreadyProfessional');
    const declared = declaredIn(form);
    const problems = await problemsOf(form, declared, files, last);
    if (problems.length > 0) throw new Refused('applicationIncomplete', undefined, { problems });
    const { applyType, requestId } = form;
    const at = new Date();
    const stored = await storeAll(files, context, at);
    try {
      await submitApplication(db, {
        customerId: custId,
        requestId,
        applyType,
        declared,
        signedAt: new Date(form.signTime),
        at,
        materials: stored,
      });
    } catch (error) {
      await forget(stored, context);
      throw error;
    }
    return { status: STATUS_OF.submitted };
  },
});

/** RK7: what became of it. */
export const queryProfessional = defineCall({
  path: paths.proQuery,
  summary: '专业投资者确认的状态（请求头 access_token）',
  params: {},
  answers:
    'status（0 未申请，1 审核中，2 已确认，3 已驳回，4 已失效），state（submitted, in-review, supplement, accepted, refused, expired；没有时为空），mayApply（可以提交），applyType, declare, submittedAt, reason（补充或驳回的原因）, validTo, steps（state, at, note）, materials（kind, filename, size）',
  handle: async (_params, context) => {
    const { custId, isProInvestor } = await applicant(context);
    const found = await findApplication(context.db, custId);
    // confirmed elsewhere: at a branch, or before this site kept applications
    if (isProInvestor && (!found || (found.state !== 'accepted' && mayApply(found.state))))
      return { ...NONE, status: STATUS_OF.accepted, state: 'accepted', mayApply: false };
    if (!found) return NONE;
    return {
      status: STATUS_OF[found.state],
      state: found.state,
      mayApply: found.state === 'supplement' || mayApply(found.state),
      applyType: found.applyType,
      declare: found.declared,
      submittedAt: wireTime(found.submittedAt),
      reason: found.reason,
      validTo: found.validTo ?? '',
      steps: stepsOf(found),
      materials: found.materials,
    };
  },
});

const NONE = {
  status: '0',
  state: '',
  mayApply: true,
  applyType: '',
  declare: null,
  submittedAt: '',
  reason: '',
  validTo: '',
  steps: [],
  materials: [],
};

function stepsOf({ steps, state, validTo }: Application) {
  const known = steps.map((step) => ({ state: step.state, at: wireTime(step.at), note: step.note }));
  return state === 'expired' && validTo ? [...known, { state, at: `${validTo}T23:59:59+08:00`, note: '' }] : known;
}

async function applicant({ whose }: CallContext): Promise<{ custId: string; isProInvestor: boolean }> {
  const found = await whose();
  if (found === 'unanswered') throw new Refused('userServiceAway');
  if (found === 'unknown') throw new Refused('noToken');
  const { custId, isProInvestor } = found.customer;
  if (!custId) throw new Refused('noCustomerNumber');
  return { custId, isProInvestor: isProInvestor === '1' };
}

/** A firm declares nothing. */
function declaredIn({ applyType, assets, income, experienceYears, jobType }: Form): Declaration {
  if (applyType === 'A') return { assets: 0, income: 0, experienceYears: 0, jobType: 'none' };
  return {
    assets: readDeclaredNumber(assets),
    income: readDeclaredNumber(income),
    experienceYears: readDeclaredNumber(experienceYears),
    jobType,
  };
}

/** Everything that is wrong, at once. What was sent before counts when the open application is added to. */
async function problemsOf(
  form: Form,
  declared: Declaration,
  files: readonly UploadedFile[],
  last: Application | undefined,
): Promise<Problem[]> {
  const problems: Problem[] = checkDeclaration(form.applyType, declared);
  if (form.riskNoticeRead !== '1') problems.push({ field: 'riskNoticeRead', text: '请阅读并勾选风险告知' });
  if (form.sensitiveConsent !== '1') problems.push({ field: 'sensitiveConsent', text: '请单独同意处理敏感个人信息' });
  // time by the visitor's clock: negated, so that a text that is no time is refused, too
  if (!(Math.abs(Date.parse(form.signTime) - Date.now()) < CLOCK))
    problems.push({ field: 'signTime', text: '确认告知与同意的时间与现在相差太大，请校准设备的日期和时间后重试' });
  const before = last?.state === 'supplement' ? last.materials : [];
  const given = new Set<string>([...before, ...files].map((one) => ('kind' in one ? one.kind : one.field)));
  for (const kinds of neededMaterials(form.applyType, declared))
    if (!kinds.some((kind) => given.has(kind)))
      problems.push({ field: `materials.${kinds[0]}`, text: `请上传${sayMaterials(kinds)}` });
  if (last?.state === 'supplement' && files.length === 0)
    problems.push({ field: 'materials', text: '请至少上传一份需要补充的材料' });
  if (before.length + files.length > MATERIAL_LIMITS.files * 2)
    problems.push({ field: 'materials', text: `材料合计不能超过 ${MATERIAL_LIMITS.files * 2} 个文件` });
  for (const { field, filename, path, size } of files) {
    if (!isKind(field)) problems.push({ field: 'materials.other', text: `不知道文件“${filename}”是什么材料` });
    else if (size === 0) problems.push({ field: `materials.${field}`, text: `文件“${filename}”是空的` });
    else {
      const { extension } = await readMediaType(path);
      if (!Object.hasOwn(MATERIAL_TYPES, extension))
        problems.push({ field: `materials.${field}`, text: `文件“${filename}”不是 PDF、JPG 或 PNG` });
      // a reviewer opens it
      const problem = isRaster(extension) ? await rasterProblem(path, extension, size) : '';
      if (problem !== '') problems.push({ field: `materials.${field}`, text: `文件“${filename}”：${problem}` });
    }
  }
  return problems;
}

const isKind = (field: string): field is MaterialKind => MATERIAL_KINDS.some((kind) => kind === field);

async function storeAll(
  files: readonly UploadedFile[],
  { materialsDir }: CallContext,
  at: Date,
): Promise<(NewMaterial & { fresh: boolean })[]> {
  if (materialsDir === undefined) throw new Error('There is no folder for materials');
  const stored: (NewMaterial & { fresh: boolean })[] = [];
  for (const { field, filename, path } of files)
    stored.push({ kind: field as MaterialKind, filename, ...(await storePrivateFile(materialsDir, path, at)) });
  return stored;
}

/** Removes files that were stored for a failed submission, unless they belong to another one. */
async function forget(
  stored: readonly (NewMaterial & { fresh: boolean })[],
  { db, materialsDir }: CallContext,
): Promise<void> {
  for (const { filepath, fresh } of stored) {
    const used = await db
      .selectFrom('pro_material')
      .select('material_id')
      .where('filepath', '=', filepath)
      .limit(1)
      .executeTakeFirst();
    if (fresh && !used) await rm(join(materialsDir!, filepath), { force: true });
  }
}
