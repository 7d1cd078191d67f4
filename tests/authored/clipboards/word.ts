import type { Program } from './program.ts';

/** Written by hand in the markup of Word 2016 to 365 (clipboard and “Web page, filtered”). */
export const word: Program = {
  program: 'word',
  cases: [
    {
      name: 'struck out by element and by style',
      html: `<p class=MsoNormal>原费率<s><span lang=EN-US>0.8%</span></s>，<span style='text-decoration:line-through'>旧</span>现费率<span lang=EN-US>0.6%<o:p></o:p></span></p>`,
      becomes: `<p>原费率<s>0.8%</s>，<s>旧</s>现费率0.6%</p>`,
      told: {},
    },
    {
      name: 'raised text by its own property',
      html: `<p class=MsoNormal>规模<span lang=EN-US>10<span style='position:relative;top:-5.0pt;mso-text-raise:5.0pt'>4</span></span>元，<span style='position:relative;top:.5pt;mso-text-raise:-.5pt'>正文</span></p>`,
      becomes: `<p>规模10<sup>4</sup>元，正文</p>`,
      told: {},
    },
    {
      name: 'hidden text',
      html: `<p class=MsoNormal>公开<span style='display:none;mso-hide:all'>内部批注：待定</span>内容</p>`,
      becomes: `<p>公开内容</p>`,
      told: { hidden: [1, '内部批注：待定'] },
    },
    {
      name: 'white text',
      html: `<p class=MsoNormal>规模<span style='color:white;mso-themecolor:background1'>内部口径</span>稳定，<span style='color:white;background:black'>黑底白字</span></p>`,
      becomes: `<p>规模稳定，黑底白字</p>`,
      told: { colours: [2], hidden: [1, '内部口径'], grounds: [1] },
    },
    {
      name: 'a comment with its mark and its note',
      html: `<p class=MsoNormal>公开<a style='mso-comment-reference:王_1;mso-comment-date:20260105T1000'>内容</a><span class=MsoCommentReference><span lang=EN-US style='font-size:10.5pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[王1]</a><span style='mso-special-character:comment'>&nbsp;</span></span></span></p><div style='mso-element:comment-list'><hr class=msocomoff align=left size=1 width="33%"><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText><span class=MsoCommentReference><![if !supportAnnotations]><a class=msocomhide href="#_msoanchor_1">[王1]</a><![endif]></span>此处待法务确认</p></div></div></div>`,
      becomes: `<p>公开<a>内容</a></p>`,
      told: { comments: [1, '此处待法务确认'] },
    },
    {
      name: 'tracked changes',
      html: `<p class=MsoNormal>利率<span class=msoDel><del cite="mailto:王" datetime="2026-01-05T10:00">3.5%</del></span><span class=msoIns><ins cite="mailto:王" datetime="2026-01-05T10:00">3.0%</ins></span></p>`,
      becomes: `<p>利率<del>3.5%</del><ins>3.0%</ins></p>`,
      told: { revisions: [2] },
    },
    {
      name: 'a placeholder of a template',
      html: `<p class=MsoNormal>产品名称：<w:Sdt ShowingPlcHdr="t" ID="1"><span class=MsoPlaceholderText>单击或点击此处输入文字。</span></w:Sdt>甲</p>`,
      becomes: `<p>产品名称：甲</p>`,
      told: { placeholders: [1, '单击或点击此处输入文字。'] },
    },
    {
      name: 'boxes of Wingdings',
      html: `<p class=MsoNormal><span style='font-family:Wingdings;mso-ascii-font-family:宋体;mso-char-type:symbol;mso-symbol-font-family:Wingdings'><span style='mso-char-type:symbol;mso-symbol-font-family:Wingdings'>þ</span></span>同意<span style='font-family:"Wingdings 2"'>&#61523;</span>不同意</p>`,
      becomes: `<p>☑同意☒不同意</p>`,
      told: { symbols: [2, '☑', '☒'] },
    },
    {
      name: 'signs of Symbol',
      html: `<p class=MsoNormal>收益<span style='font-family:Symbol;mso-char-type:symbol;mso-symbol-font-family:Symbol'>³</span>5%，<span style='font-family:Symbol'>£</span>8%，<span style='font-family:Symbol'>&#61655;</span>，<span style='font-family:Symbol'>S</span>x</p>`,
      becomes: `<p>收益≥5%，≤8%，⋅，Σx</p>`,
      told: { symbols: [4, '≥', '≤', '⋅'] },
    },
    {
      name: 'a sign that no ordinary font has',
      html: `<p class=MsoNormal>甲<span style='font-family:Webdings'>&#61476;</span>乙</p>`,
      becomes: `<p>甲乙</p>`,
      told: { unknownSymbols: [1] },
    },
    {
      name: 'a formula',
      html: `<p class=MsoNormal>比例为<!--[if gte msEquation 12]><m:oMath><m:f><m:num><m:r>1</m:r></m:num><m:den><m:r>20</m:r></m:den></m:f></m:oMath><![endif]-->左右</p>`,
      becomes: `<p>比例为左右</p>`,
      told: { formulas: [1, '比例为〔〕'] },
    },
    {
      name: 'a drawing with its fallback',
      html: `<p class=MsoNormal><!--[if gte vml 1]><v:shape id="a"><v:imagedata src="file:///C:/a.png"/></v:shape><![endif]--><![if !vml]><img width=100 src="file:///C:/temp/a.png" alt=收益图><![endif]>图一</p>`,
      becomes: `<p>图一</p>`,
      told: { pictures: [1, '收益图'] },
    },
    {
      name: 'a list of numbers and one of check marks',
      html: `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>3.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>第三条</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>4.<span>&nbsp;</span></span>第四条</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='font-family:Wingdings;mso-list:Ignore'>ü<span>&nbsp;</span></span>已核对</p><p class=MsoListParagraph style='mso-list:l2 level1 lfo3'><span style='font-family:Wingdings;mso-list:Ignore'>l<span>&nbsp;</span></span>要点</p>`,
      becomes: `<ol start="3"><li>第三条</li><li>第四条</li></ol><p>✓ 已核对</p><ul><li>要点</li></ul>`,
      told: { symbols: [2, '✓', '●'] },
    },
    {
      name: 'labels that a list cannot show',
      html: `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>第一条<span>&nbsp;</span></span>总则</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>（二）</span>范围</p>`,
      becomes: `<p>第一条 总则</p><p>（二） 范围</p>`,
      told: {},
    },
    {
      name: 'a footnote by the classes of its style sheet',
      html: `<style><!-- span.MsoFootnoteReference {vertical-align:super;} p.MsoNormal {text-align:justify;} --></style><p class=MsoNormal>收益<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a>稳定</p>`,
      becomes: `<p class="align-justify">收益<sup>[1]</sup>稳定</p>`,
      told: { anchors: [1, '[1]'] },
    },
    {
      name: 'the code of a field',
      html: `<p class=MsoNormal>第<span style='mso-element:field-begin'></span><span style='mso-spacerun:yes'> </span>PAGE \\* MERGEFORMAT <span style='mso-element:field-separator'></span>3<span style='mso-element:field-end'></span>页</p>`,
      becomes: `<p>第3页</p>`,
      told: {},
    },
    {
      name: 'bold that is no bold',
      html: `<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>重点<span style='font-weight:normal'>普通</span></b></p>`,
      becomes: `<p><strong>重点</strong>普通</p>`,
      told: {},
    },
  ],
};
