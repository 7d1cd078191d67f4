/** Meaning of each finding of a check of the record, for whoever is responsible for it (RC4). */
export const RECORD_PROBLEMS = {
  'catalogue-differs': '数据库的表、触发器、函数或权限与本版本建立的不同',
  'entry-missing': '发布记录缺少条目',
  'entry-edited': '发布记录的条目被改动',
  'chain-broken': '发布记录的条目前后不相接',
  'rows-differ': '公开的内容与发布时不同',
  'row-date': '公开或撤下的时间被改动',
  'row-orphan': '有内容不属于任何一次发布',
  'head-differs': '记录与已送出的校验值不同',
  'file-missing': '公开过的文件缺失',
  'file-changed': '公开过的文件与存入时不同',
  'seal-missing': '封存记录缺少条目',
  'seal-edited': '封存记录的条目被改动',
  'seals-broken': '封存记录的条目前后不相接',
  'lines-differ': '已封存的操作记录、稿件步骤或角色被改动',
  'line-late': '有补记到过去的操作记录、稿件步骤或角色',
  'version-edited': '稿件某一版的内容被改动',
  'edition-differs': '稿件的标题、状态或批准与其步骤不符',
  'standing-differs': '账号、登录、令牌、报送、客户或初始设置与操作记录留下的不同',
  'derived-differs': '检索所用的内容与公开的内容不符',
  'removal-differs': '移除内容的记录与批准的稿件不符',
  unreadable: '有内容无法读取，可能被改动',
  'heads-missing': '已送出的校验值不见了',
  'heads-unreadable': '已送出的校验值有无法读取的行',
} as const;

export type RecordProblemCode = keyof typeof RECORD_PROBLEMS;
