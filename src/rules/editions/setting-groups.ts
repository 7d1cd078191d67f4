/** LO2: groups of settings by what they change, in the order of their list. */
export const SETTING_GROUPS = {
  firm: '公司和品牌',
  content: '首页和内容',
  words: '用词',
  site: '网站的开放和地址',
  rules: '检查和交接',
  parameters: '网页参数',
} as const;

export type SettingGroup = keyof typeof SETTING_GROUPS;
