/** VA6: text beside the title of a table that describes it and titles no column: 单位：万元, 共8人. */
export const OF_TABLE =
  /^[(（【[]?\s*(?:(?:(?:金额|货币|计量|数量|填报|编制|编报|制表|报送|公布|公示|发布)?单\s*位|币\s*种)\s*[:：]|(?:合计|总计|共计?)\s*[:：]?\s*[\d,]+\s*\p{Script=Han}{1,2}[)）】\]]?$|第\s*\d+\s*页|(?:附件|附表)\s*[\d一二三四五六七八九十]+$|内部(?:资料|使用|文件))/u;
/** a day of the table, which may be one of a column, too */
export const OF_DAY =
  /^[(（]?(?:截[至止]|更新|数据|统计|公示|发布|制表|填[报表]|编制|报送|打印)(?:日期|时间|日)?(?:至|于)?\s*[:：]?\s*20\d{2}\s*[-年/.][\d\s月/.-]*日?[)）]?$/;
