import { flag, list, object, optional, path, text } from '#page/schema-words.ts';

export const props = object({
  filters: flag({ title: '显示查询条件', default: true }),
  first: optional(
    list(text({ maxLength: 60 }), {
      title: '最先的查询条件',
      description: '条件的名称；在手机上其余的收在“更多条件”里',
      maxItems: 5,
    }),
  ),
  columns: optional(
    list(text({ maxLength: 60 }), {
      title: '只显示这些列',
      description: '不填则显示定义的全部列；下载不受影响',
      maxItems: 40,
    }),
  ),
  lookup: optional(
    object(
      {
        field: text({ title: '字段', maxLength: 60 }),
        title: text({ title: '链接文字', maxLength: 10 }),
        address: text({
          title: '网址，{字段} 处填入该字段的值',
          maxLength: 300,
          pattern: '^https?://.*\\{[A-Za-z]\\w*\\}',
        }),
      },
      { title: '某列之后的外部查询链接，例如地图' },
    ),
  ),
  changes: optional(path({ title: '变动清单的页面' })),
});
