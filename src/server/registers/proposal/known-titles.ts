import { bareTitle } from '#rules/text/bare-title.ts';
import type { ColumnType } from '#wire/wizard.ts';

/** Usual meaning of a Chinese column title in registers of the firm. */
export interface KnownTitle {
  name: string;
  type?: ColumnType;
  /** a name or code: stays in its script */
  proper?: true;
}

const known = (name: string, type?: ColumnType): KnownTitle => ({ name, ...(type && { type }) });
const proper = (name: string): KnownTitle => ({ name, proper: true });

/** Titles as registers of page-schemas/ and their files use them; several titles may share a name. */
const TITLES: Readonly<Record<string, KnownTitle>> = {
  姓名: proper('staffName'), 员工姓名: proper('staffName'), 人员姓名: proper('staffName'), 名称: proper('name'),
  员工编号: proper('employeeNo'), 工号: proper('employeeNo'), 人员编号: proper('staffNo'), 推荐人编号: proper('referrerId'),
  证书编号: proper('certNo'), 证书号: proper('certNo'), 资格证书编号: proper('certNo'), 执业编号: proper('certNo'), 登记编号: proper('regNo'), 期货从业资格号: proper('futuresCertNo'),
  证书类型: known('certType'), 取得日期: known('certDate', 'date'), 证书取得日期: known('certDate', 'date'), 登记日期: known('regDate', 'date'), 备案日期: known('recordDate', 'date'),
  部门: known('department'), 部门名称: known('department'), 所属部门: known('department'), 责任部门: known('department'), 岗位: known('post'), 职务: known('position'), 业务条线: known('bizLine'), 状态: known('status'), 变动日期: known('changeDate', 'date'), 任职日期: known('appointed', 'date'), 学历: known('education'),
  所属营业部: known('branchName'), 营业部: known('branchName'), 营业部名称: known('branchName'), 分支机构: known('branchName'), 分支机构名称: known('branchName'), 所属分支机构: known('branchName'), 机构名称: known('orgName'), 所在机构: known('orgName'), 所属机构: known('orgName'),
  机构代码: proper('branchCode'), 机构编号: proper('unitCode'), 负责人: proper('principal'), 联系人: proper('contact'), 法定代表人: proper('legalPerson'),
  省份: known('province'), 省: known('province'), 城市: known('city'), 市: known('city'), 区域: known('region'), 地区: known('region'), 地址: known('address'), 邮编: proper('zip'), 电话: known('phone', 'phone'), 联系电话: known('phone', 'phone'), 办公电话: known('officePhone', 'phone'), 传真: known('fax', 'phone'), 客服电话: known('servicePhone', 'phone'), 投诉电话: known('complaintPhone', 'phone'),
  手机: known('mobile', 'phone'), 手机号: known('mobile', 'phone'), 手机号码: known('mobile', 'phone'), 移动电话: known('mobile', 'phone'), 身份证号: proper('idNo'), 身份证号码: proper('idNo'), 身份证: proper('idNo'), 证件号码: proper('idNo'), 银行账号: proper('bankAccount'), 银行卡号: proper('bankAccount'), 出生日期: known('birthDate', 'date'), 邮箱: proper('mail'), 电子邮箱: proper('mail'), 家庭住址: known('homeAddress'), 年龄: known('age', 'integer'), 性别: known('gender'),
  证券代码: proper('secuCode'), 股票代码: proper('secuCode'), 证券简称: proper('secuName'), 证券名称: proper('secuName'), 股票简称: proper('secuName'), 市场: known('market'), 交易所: known('exchange'), 折算率: known('converRate', 'percent'),
  基金代码: proper('fundCode'), 基金简称: proper('fundName'), 基金名称: proper('fundName'), 基金类型: known('fundType'), 基金管理人: known('managerName'), 管理人: known('managerName'), 托管人: known('custodian'), 单位净值: known('unitNav', 'decimal'), 累计净值: known('accuNav', 'decimal'), 净值日期: known('navDate', 'date'),
  产品代码: proper('prodCode'), 产品名称: proper('prodName'), 产品类型: known('prodType'), 备案编码: proper('recordNo'), 备案编号: proper('recordNo'), 风险等级: known('riskLevel'), 发行人: known('issuer'), 统一社会信用代码: proper('creditCode'), 许可证号: proper('licenseNo'),
  类别: known('category'), 类型: known('kind'), 级别: known('level'), 编号: proper('code'), 代码: proper('code'), 序号: known('sortNo', 'integer'), 备注: known('remark'), 说明: known('note'), 日期: known('date', 'date'), 生效日期: known('effectiveDate', 'date'), 执行日期: known('effectiveDate', 'date'), 成立日期: known('foundedDate', 'date'), 起始日期: known('startDate', 'date'), 开始日期: known('startDate', 'date'), 截止日期: known('endDate', 'date'), 到期日: known('endDate', 'date'), 结束日期: known('endDate', 'date'),
  简称: proper('shortName'), 调入日期: known('entryDate', 'date'), 调出日期: known('exitDate', 'date'), 更新日期: known('updatedDate', 'date'), 公告日期: known('noticeDate', 'date'),
  期限: known('term'), 金额: known('amount', 'money'), 规模: known('size', 'money'), 注册资本: known('regCapital', 'money'), 起购金额: known('minAmount', 'money'), 利率: known('rate', 'percent'), 费率: known('feeRate', 'percent'), 比例: known('ratio', 'percent'), 人数: known('headcount', 'integer'), 数量: known('quantity', 'integer'), 网址: known('website', 'url'), 链接: known('link', 'url'), 网站: known('website', 'url'), 业务范围: known('bizScope'), 服务内容: known('services'), 开业日期: known('openedDate', 'date'), 服务时间: known('serviceHours'),
}; // prettier-ignore

export const knownTitle = (header: string): KnownTitle | undefined =>
  Object.hasOwn(TITLES, bareTitle(header)) ? TITLES[bareTitle(header)] : undefined;

/** A name for each title that no other has: the known one, the title itself where it is Latin, else field1, field2 … */
export function fieldNames(headers: readonly string[]): string[] {
  const taken = new Set<string>();
  return headers.map((header, at) => {
    const latin = /^[A-Za-z][A-Za-z0-9_ -]{0,38}$/.test(header) ? camelCase(header) : '';
    const wanted = knownTitle(header)?.name ?? (latin || `field${at + 1}`);
    let name = wanted;
    for (let more = 2; taken.has(name.toLowerCase()); more++) name = `${wanted}${more}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

const camelCase = (text: string): string => {
  const [first = '', ...rest] = text.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return first[0]!.toLowerCase() + first.slice(1) + rest.map((part) => part[0]!.toUpperCase() + part.slice(1)).join('');
};
