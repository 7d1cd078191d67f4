/** The outer form of a register document as JSON Schema (draft-07). check-register.ts adds what crosses its parts. */

const NAME = '^[A-Za-z][A-Za-z0-9]*$';
const NAME_HINT =
  'Latin letters and digits, beginning with a letter, such as staffName; the Chinese words stand in "title"';
/** words that follow 应为 */
export const NAME_FORM = '拉丁字母和数字，以字母开头，如 staffName';
const name = (title: string) => ({
  title,
  type: 'string',
  maxLength: 40,
  pattern: NAME,
  patternHint: NAME_HINT,
  hint: NAME_FORM,
});
const label = (title: string) => ({ title, type: 'string', minLength: 1, maxLength: 60 });
const texts = (title: string) => ({
  title,
  type: 'object',
  maxProperties: 200,
  additionalProperties: { type: 'string', maxLength: 60 },
});

const FIELD_TYPES = [
  'text',
  'choice',
  'reference',
  'date',
  'integer',
  'decimal',
  'percent',
  'money',
  'phone',
  'url',
  'image',
  'file',
] as const;

const reference = {
  title: '引用另一登记表的行：存其主键，显示其名称',
  type: 'object',
  required: ['register', 'label'],
  properties: {
    register: { title: '被引用的登记表，主键为一列，最多 1,000 行', type: 'string', maxLength: 60 },
    label: name('显示的列'),
    where: { ...texts('只取这些值的行：对方的列 → 值'), minProperties: 1 },
    within: {
      title: '随本表另一引用缩小范围：对方的列 → 本表的列',
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: name('本表的列'),
    },
  },
  additionalProperties: false,
};

const fieldStructure = {
  type: 'object',
  required: ['title', 'type'],
  properties: {
    title: label('列标题'),
    type: { title: '类型', type: 'string', enum: FIELD_TYPES },
    required: { title: '必填', type: 'boolean', default: false },
    pattern: { title: '格式：以 ^ 开头、以 $ 结尾的正则表达式', type: 'string', minLength: 1, maxLength: 200 },
    patternHint: {
      title: '格式的中文说明，接在“应为：”之后；有 pattern 时必填',
      type: 'string',
      minLength: 1,
      maxLength: 60,
      pattern: '[\\u4E00-\\u9FFF]',
      hint: '中文的说明，如“S 加 13 位数字”',
    },
    example: { title: '示例，须符合 pattern；有 pattern 时必填', type: 'string', minLength: 1, maxLength: 60 },
    choices: { ...texts('可选值：存储值 → 显示文字'), minProperties: 1 },
    words: {
      title: '日期列中可以代替日期的词，如 无固定期限',
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: {
        title: '词',
        type: 'string',
        minLength: 1,
        maxLength: 20,
        pattern: '^\\p{Script=Han}',
        patternHint: 'a word that begins with a Chinese character, such as 无固定期限',
        hint: '以汉字开头的词，如“无固定期限”',
      },
    },
    reference,
    scale: { title: '小数位数', type: 'integer', minimum: 0, maximum: 8 },
    fraction: { title: '百分数按小数存储：0.65 显示为 65.00%', type: 'boolean', default: false },
    blank: label('没有值时显示的文字，缺省为 —'),
    sortable: { title: '访客可按此列排序', type: 'boolean', default: false },
    minor: { title: '次要：表格放不下时列在各行下方', type: 'boolean', default: false },
    unit: label('单位'),
    convert: { title: '随繁简转换；姓名、名称、代码应为 false', type: 'boolean', default: true },
    restricted: { title: '仅限有权查看者', type: 'boolean', default: false },
    export: { title: '可随表下载', type: 'boolean', default: true },
    note: { title: '列标题下的说明', type: 'string', minLength: 1, maxLength: 200 },
    tags: {
      title: '以标签显示的值',
      type: 'object',
      additionalProperties: { type: 'string', enum: ['good', 'quiet', 'warn'] },
    },
  },
  additionalProperties: false,
};

const filterStructure = {
  type: 'object',
  properties: {
    field: name('按此列查询'),
    exact: { title: '文字须与查询的完全相同', type: 'boolean' },
    options: {
      title: '列举多项的文字中，访客可以选的各项',
      type: 'array',
      minItems: 1,
      maxItems: 60,
      items: { type: 'string', minLength: 1, maxLength: 40 },
    },
    whole: {
      title: '模糊查询的列中须完整输入才能查到的列，如人员编号',
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: name('列'),
    },
    minLength: { title: '至少输入的字数', type: 'integer', minimum: 1, maximum: 10 },
    fuzzy: { title: '模糊查询的列', type: 'array', minItems: 1, maxItems: 20, items: name('列') },
    name: name('参数名'),
    title: label('标题'),
  },
  additionalProperties: false,
};

const columnNames = (title: string, minItems: number) => ({
  title,
  type: 'array',
  minItems,
  maxItems: 60,
  items: name('列'),
});

export const registerStructure = {
  type: 'object',
  required: ['schemaVersion', 'register', 'title', 'endpoints', 'key', 'fields', 'columns', 'filters', 'order'],
  properties: {
    $schema: { type: 'string' },
    schemaVersion: { title: '本文件格式的版本', type: 'integer', minimum: 1 },
    register: {
      title: '登记表名，等于文件名',
      type: 'string',
      maxLength: 60,
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      patternHint: 'small Latin letters, digits and single hyphens, such as branch-manager',
      hint: '小写拉丁字母、数字和单个连字符，如 branch-manager',
    },
    title: label('标题'),
    endpoints: {
      title: '返回它的接口；没有时为 /wscms/v1/register/{登记表名}',
      type: 'array',
      maxItems: 10,
      items: {
        type: 'object',
        required: ['path'],
        properties: {
          path: {
            title: '路径',
            type: 'string',
            maxLength: 200,
            pattern: '^(/[A-Za-z0-9._-]+)+$',
            patternHint: 'a path of Latin letters, digits and . _ -, such as /wscms/v1/notice/staff',
            hint: '由拉丁字母、数字和 . _ - 组成的路径，如 /wscms/v1/notice/staff',
          },
          when: texts('选定此表的参数'),
        },
        additionalProperties: false,
      },
    },
    answer: {
      title: '接口返回中的名称',
      type: 'object',
      properties: { list: name('列表'), total: name('总数'), bare: { title: '返回值本身就是列表', const: true } },
      additionalProperties: false,
    },
    key: columnNames('主键', 1),
    fields: {
      title: '列',
      type: 'object',
      minProperties: 1,
      maxProperties: 60,
      propertyNames: { pattern: NAME, patternHint: NAME_HINT, maxLength: 40 },
      additionalProperties: fieldStructure,
    },
    columns: columnNames('表中显示的列，按顺序', 1),
    filters: { title: '查询条件', type: 'array', maxItems: 20, items: filterStructure },
    restrictedBy: name('存有产品风险等级代码的列：决定谁能看到该行的受限列'),
    order: {
      title: '排序，列名前加 - 为降序',
      type: 'array',
      maxItems: 10,
      items: {
        type: 'string',
        maxLength: 41,
        pattern: '^-?[A-Za-z][A-Za-z0-9]*$',
        patternHint: 'the name of a field, with - in front for descending, such as -regDate',
        hint: '列名，降序时前面加 -，如 -regDate',
      },
    },
    countWord: label('量词，缺省为 条'),
    onDemand: { title: '查询后才显示', type: 'boolean', default: false },
    department: label('责任部门，发布时未另行指明者'),
    history: {
      title: '保留每个公布日期的名单，可查往日与变动',
      type: 'object',
      required: ['compare'],
      properties: {
        compare: columnNames('据以区分上调与下调的数字列', 0),
        hideEnded: { title: '已不再公示的行在往日的名单与变动中只计数，不显示', type: 'boolean' },
      },
      additionalProperties: false,
    },
    rowHistory: { title: '在单行的网址向访客显示这一行的变更记录', type: 'boolean', default: false },
    verify: {
      title: '参与人员或产品核验',
      type: 'object',
      required: ['kind', 'show'],
      properties: {
        kind: { title: '核验种类', type: 'string', enum: ['staff', 'product'] },
        show: columnNames('核验结果显示的列', 1),
        ended: {
          title: '已离岗的人员、已结束的产品',
          type: 'object',
          required: ['field', 'values'],
          properties: {
            field: name('状态列'),
            values: {
              title: '表示已离岗、已结束的值',
              type: 'array',
              minItems: 1,
              maxItems: 20,
              items: { type: 'string', maxLength: 60 },
            },
            since: name('离岗、结束的日期列'),
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** Parameter names that every register call has besides its filters. */
export const RESERVED_PARAMS = [
  'pageNum',
  'pageSize',
  'register',
  'tab',
  'sort',
  'row',
  'asOf',
  'words',
  'kind',
  'from',
  'to',
] as const;
