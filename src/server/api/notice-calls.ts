import { text } from '#page/schema-words.ts';
import { paths } from '#wire/paths.ts';
import { findSetting } from '../store/documents/find-setting.ts';
import { defineCall } from './define-call.ts';

export const webParam = defineCall({
  path: paths.webParam,
  summary: '网站参数',
  params: {
    code: text({
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_.]+$',
      description: '如 sys.skin_zq、sys.tracking',
    }),
  },
  answers: 'code, paramValue（没有此参数时为空串）',
  handle: async ({ code }, { db, moment }) => {
    const value = await findSetting(db, moment, `webparam.${code}`);
    return { code, paramValue: typeof value === 'string' ? value : '' };
  },
});
