/** Names that only the demonstration may use: its firm, brands, products and people (src/demo). */
export const demoNames = [
  '示例证券',
  '示例财富',
  '示例集团',
  '示例300',
  '示例稳健',
  'SHILI',
  'shili.example',
  '400-555-0000',
  '以专业之道',
  '守信义之托',
  '稳盈',
  '珩澄',
  '王秋白',
  'F9990000',
];
