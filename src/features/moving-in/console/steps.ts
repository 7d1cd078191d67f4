import type { MovingIn } from '../wire.ts';

/** Steps of an import, each at its own address. */
export const STEPS = ['upload', 'form', 'map', 'trial', 'check'] as const;
export type Step = (typeof STEPS)[number];

export const STEP_NAMES: Readonly<Record<Step, string>> = {
  upload: '上传文件',
  form: '选择形式',
  map: '对应关系',
  trial: '试看前十篇',
  check: '检查和保存',
};

export const PURPOSES: Readonly<Record<Step, string>> = {
  upload: '上传原网站导出的整个文件夹，或它的 zip 压缩包。文件只用于这次迁入，不会公开；30 天没有改动时自动清除。',
  form: '说明文章在哪里：在一张列表里（CSV 或 JSON），还是一个个保存下来的网页。',
  map: '说明列表的每一列是什么、原来的栏目对应现在的哪个栏目。系统已按名称猜测，请核对。',
  trial: '前十篇文章迁入后的样子。此时什么都没有保存；不对的，回到上一步修改。',
  check:
    '检查全部文章，列出每一个问题。没有错误后可以保存成一份稿件，由他人审核一次、分批发布；旧地址随后自动成为设置“旧地址”的稿件。',
};

export const addressOf = (importId: string, step: Step): string => `/moving-in/${importId}/${step}`;

/** Steps that can be opened after the work that is done. */
export function openSteps({ folder, read, stage }: MovingIn): Step[] {
  if (stage === 'saved' && !folder) return ['check'];
  if (!folder) return ['upload'];
  return read ? [...STEPS] : ['upload', 'form'];
}

/** Step at which work continues. */
export function nextStep(found: MovingIn): Step {
  if (found.stage === 'saved') return 'check';
  if (!found.folder) return 'upload';
  if (!found.read) return 'form';
  if (found.check || found.job?.work === 'check') return 'check';
  return 'map';
}
