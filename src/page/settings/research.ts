import { list, object, optional, text } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

/** Codes and ids are used in addresses and articles, so they never change; names may. */
const ID = '^[a-z][a-z0-9-]{0,39}$';
const ID_HINT = '小写字母开头，由小写字母、数字和连字符组成，如 macro';
const name = text({ title: '名称', maxLength: 20, pattern: '\\S' });

/** Topics of the hot list, in the order of its filter. */
export const topicsSetting = defineSetting({
  name: 'research.topics',
  group: 'content',
  title: '热点聚焦的主题',
  value: list(object({ code: text({ title: '代码', pattern: ID, hint: ID_HINT }), name }), {
    title: '主题',
    maxItems: 30,
  }),
});

/** Tags of research articles. */
export const tagsSetting = defineSetting({
  name: 'research.tags',
  group: 'content',
  title: '研究文章的标签',
  value: list(
    object({
      id: text({ title: '标签代码', pattern: ID, hint: ID_HINT }),
      name,
      summary: optional(text({ title: '说明', maxLength: 200 })),
    }),
    { title: '标签', maxItems: 200 },
  ),
});
