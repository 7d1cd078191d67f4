import { list, object, text, type ValueOf } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

const value = list(
  object({
    name: text({ title: '环境名称', description: '如 测试环境', maxLength: 40, pattern: '^\\S(.*\\S)?$' }),
    key: text({
      title: '密钥',
      description: '在那个环境运行 npm run export-site -- --key 得到的一行',
      pattern: '^[A-Za-z0-9_-]{43}$',
      hint: '43 个字符，由字母、数字、连字符和下划线组成',
    }),
  }),
  { title: '环境', maxItems: 20 },
);

/** Environments of the same firm: their names here, and the public halves of their keys (Ed25519, base64url). */
export type Senders = ValueOf<typeof value>;

/** BE2: whose files `import-site` takes. It never travels in one itself. */
export const sendersSetting = defineSetting<Senders>({
  name: 'senders',
  group: 'rules',
  title: '其他环境的密钥',
  value,
});
