import type { Program } from './program.ts';

/** Made by LibreOffice 7.4 of Debian (soffice --convert-to html) from own documents, shortened. */
export const libreoffice: Program = {
  program: 'libreoffice',
  cases: [
    {
      name: 'struck out text',
      html: `<p align="center" style="line-height: 100%; margin-bottom: 0in"><font face="DejaVu Sans"><font size="2" style="font-size: 10pt"><span lang="zh-CN">原费率</span></font></font><strike>0.8%</strike><font face="DejaVu Sans"><span lang="zh-CN">现费率</span></font>0.6%</p>`,
      becomes: `<p class="align-center">原费率<s>0.8%</s>现费率0.6%</p>`,
      told: {},
    },
    {
      name: 'raised and lowered text, a footnote',
      html: `<p style="margin-bottom: 0in"><span lang="zh-CN">规模</span>10<sup>4</sup><span lang="zh-CN">元，</span>CO<sub>2</sub><span lang="zh-CN">排放<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>。</span></p>`,
      becomes: `<p>规模10<sup>4</sup>元，CO<sub>2</sub>排放<sup>1</sup>。</p>`,
      told: { anchors: [1, '1'] },
    },
    {
      name: 'hidden text beside a comment',
      html: `<p style="line-height: 100%; margin-bottom: 0in"><span lang="zh-CN">公开<span style="display: none">内部批注</span>内容<!-- 请法务确认 -->继续</span></p>`,
      becomes: `<p>公开内容继续</p>`,
      told: { hidden: [1, '内部批注'], comments: [1, '请法务确认'] },
    },
    {
      name: 'colours, and capitals that are shown',
      html: `<p><span lang="zh-CN"><font color="#c9211e"><u><span style="background: #ffff00">重要提示</span></u></font>
</span><span style="text-transform: uppercase">abc</span><span lang="zh-CN"><font color="#ffffff">白字</font></span></p>`,
      becomes: `<p><u>重要提示</u>
ABC</p>`,
      told: { colours: [2], grounds: [1], hidden: [1, '白字'] },
    },
    {
      name: 'lists',
      html: `<ol start="3">
	<li><p style="margin-bottom: 0in"><span lang="zh-CN">第三项</span></p>
	<li><p style="margin-bottom: 0in"><span lang="zh-CN">第四项</span></p>
</ol>
<ol type="a">
	<li><p><span lang="zh-CN">子项甲</span></p>
</ol>`,
      becomes: `<ol start="3">
	<li><p>第三项</p>
	</li><li><p>第四项</p>
</li></ol>
<ol type="a">
	<li><p>子项甲</p>
</li></ol>`,
      told: {},
    },
    {
      name: 'a bookmark and its link',
      html: `<p><a name="书签"></a>
<span lang="zh-CN"><a href="#书签">跳转</a>
此处</span></p>`,
      becomes: `<p>
跳转
此处</p>`,
      told: { anchors: [1, '跳转'] },
    },
    {
      name: 'a note of a cell of Calc',
      html: `<style type="text/css">
		a.comment-indicator { background:red; display:inline-block } 
		comment { display:none;  } 
	</style><table cellspacing="0" border="0">
	<colgroup span="2" width="85"></colgroup>
	<tr>
		<td height="17" align="left"><s>王安</s></td>
		<td align="left"><a class="comment-indicator"></a>
	<comment>单元格批注</comment>
	25</td>
	</tr>
</table>`,
      becomes: `<table>
	<colgroup span="2" class="w-5"></colgroup>
	<tr>
		<td class="align-left"><s>王安</s></td>
		<td class="align-left">
	
	25</td>
	</tr>
</table>`,
      told: { grounds: [1], comments: [1, '单元格批注'] },
    },
  ],
};
