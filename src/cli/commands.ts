import type { Command, CommandOption } from './command.ts';

/* The commands of operators as data (CM3); those of a feature stand in its own folder. */

/** Options of every command that makes a draft. */
export const SAVING = {
  save: {
    type: 'boolean',
    words: {
      zh: '检查通过后生成稿件；要同时给出 --by。稿件在管理后台提交，由另一人审核后发布',
      en: 'makes a draft of what is sound, with --by; it is submitted in the console, and another person reviews it',
    },
  },
  by: {
    type: 'string',
    value: { zh: '账号', en: 'ACCOUNT' },
    words: { zh: '稿件归谁：管理后台中编辑的账号', en: 'whose draft it is: the account of an editor of the console' },
  },
} as const satisfies Record<string, CommandOption>;

export const createAdmin = {
  name: 'create-admin',
  usage: {
    zh: 'npm run create-admin -- 账号 [姓名]   例如 npm run create-admin -- li.min 李敏',
    en: 'npm run create-admin -- ACCOUNT [NAME]   for example npm run create-admin -- li.min 李敏',
  },
  about: {
    zh: '新建一名系统管理员，或把这个角色还给已有的人，并给出设置密码的一次性链接，48 小时内有效。',
    en: 'Makes a system administrator, or gives somebody that role back, and prints a link to set a password once within 48 hours.',
  },
  options: {},
  operands: [1, 2],
  exits: { done: { zh: '已给出链接', en: 'the link is printed' } },
} as const satisfies Command;

export const backup = {
  name: 'backup',
  usage: {
    zh: 'npm run backup -- 文件   把整个库写入一个新文件，再读一遍核对',
    en: 'npm run backup -- FILE   writes the store to a new file, and reads it again',
  },
  options: {},
  operands: [1, 1],
  exits: {
    done: { zh: '已写出，并已核对', en: 'written and verified' },
    problems: {
      zh: '已写出，但有文件缺失或已被改动，已逐一列出',
      en: 'written, but stored files were missing or changed; each is named',
    },
  },
} as const satisfies Command;

export const restore = {
  name: 'restore',
  usage: {
    zh: 'npm run restore -- 文件   把备份恢复到空的 DATA_DIR；设置了 DATABASE_URL 的，同时恢复到它所指的空数据库',
    en: 'npm run restore -- FILE   writes a backup into an empty DATA_DIR, and an empty database where DATABASE_URL names one',
  },
  options: {},
  operands: [1, 1],
  exits: { done: { zh: '已恢复，并已核对', en: 'restored and verified' } },
} as const satisfies Command;

export const verifyLog = {
  name: 'verify-log',
  usage: {
    zh: 'npm run verify-log                        核对全部记录\nnpm run verify-log -- --expect 序号:哈希   并核对日志中有这一条',
    en: 'npm run verify-log                       checks the whole record\nnpm run verify-log -- --expect NO:HASH   and that the log has this entry',
  },
  options: {
    expect: {
      type: 'string',
      value: { zh: '序号:哈希', en: 'NO:HASH' },
      words: { zh: '以前核对时给出的最新一条（head）', en: 'newest entry (head), as an earlier run printed it' },
    },
  },
  operands: [0, 0],
  exits: {
    done: { zh: '一切如当初所写', en: 'all is as it was written' },
    problems: { zh: '发现改动，已逐一列出', en: 'changes were found; each is named' },
    notBegun: { zh: '不能核对，或没有全部核对', en: 'it could not be checked, or not all of it' },
  },
} as const satisfies Command;

export const explain = {
  name: 'explain',
  usage: {
    zh: 'npm run explain -- 地址   由哪个页面回答，为什么；例如 /publicChannel/fundSaleStaff',
    en: 'npm run explain -- ADDRESS   which page answers, and why; for example /publicChannel/fundSaleStaff',
  },
  options: {},
  operands: [1, 1],
  exits: {
    done: { zh: '有页面', en: 'a page answers' },
    problems: { zh: '没有页面，或页面的定义有误', en: 'no page answers, or its document is refused' },
  },
} as const satisfies Command;

export const importChanges = {
  name: 'import-changes',
  usage: {
    zh: 'npm run import-changes -- changes.json                     与数据库核对，列出将会改变什么\nnpm run import-changes -- changes.json --save --by 账号   生成归这个账号的稿件',
    en: 'npm run import-changes -- changes.json                        checks the changes against the store and says what they would do\nnpm run import-changes -- changes.json --save --by ACCOUNT   makes a draft of them by this account of the console',
  },
  about: {
    zh: '文件怎么写：docs/how-to/import-changes.md',
    en: 'What a file may say: docs/how-to/import-changes.md',
  },
  options: SAVING,
  operands: [1, 1],
  exits: {
    done: { zh: '检查通过，或已生成稿件', en: 'the changes are sound, or a draft is made' },
    problems: { zh: '文件有问题，没有生成稿件', en: 'the file has problems, and no draft is made' },
  },
} as const satisfies Command;

/** Advice in place of options that published without the review of another person (SU1). */
const REVIEWED = {
  zh: '公开的内容都要经另一人审核。请用 --save --by 账号 生成稿件，在管理后台提交审核；由程序定时更新的登记表，请改用“程序报送”（docs/how-to/feed-a-register.md）。',
  en: 'Whatever becomes public is reviewed by another person. Make a draft with --save --by ACCOUNT and submit it in the console; a register that a program updates is fed (docs/how-to/feed-a-register.md).',
};

export const importRegister = {
  name: 'import-register',
  usage: {
    zh: 'npm run import-register -- <登记表> <文件> [选项]\n<登记表> 写英文名或中文标题都可以；名称中有空格的要加引号。',
    en: 'npm run import-register -- REGISTER FILE [OPTIONS]\nREGISTER is an English name or a Chinese title; a name with blanks stands in quotes.',
  },
  about: {
    zh: `把 Excel 或 CSV 文件导入登记表（公示名单、产品清单等）。

四个步骤
  1. 取空白模板   npm run import-register -- bond-investment --template 模板.xlsx
  2. 试运行       npm run import-register -- bond-investment 人员.xlsx
  3. 生成稿件     npm run import-register -- bond-investment 人员.xlsx --save --by 账号
  4. 审核和发布   在管理后台（稿件）提交，由另一人审核

什么是试运行
  不写 --save 就是试运行：读取整个文件，列出每一处错误的单元格、原因和改法，
  再列出与现在公示的内容相比新增、删除、修改了哪些行。网站上什么也不会改变，可以反复做。
  文件应是完整的登记表：文件中没有的行，发布后不再公示。`,
    en: `Imports an Excel or CSV file into a register (lists of persons, of products).

Four steps
  1. an empty template      npm run import-register -- bond-investment --template template.xlsx
  2. a check                npm run import-register -- bond-investment staff.xlsx
  3. a draft                npm run import-register -- bond-investment staff.xlsx --save --by ACCOUNT
  4. review, publication    submitted in the console (稿件), and reviewed by another person

What a check is
  Without --save the whole file is read. Each wrong cell is listed with the reason and the remedy, in Chinese as editors
  read them, then the rows that differ from what is public. Nothing changes on the site, however often it is done.
  The file is the whole register: rows that it lacks are public no more once it is published.`,
  },
  options: {
    template: {
      type: 'string',
      value: { zh: '文件.xlsx', en: 'FILE.xlsx' },
      words: {
        zh: '写出空白模板，带下拉列表和填写说明；这时可以不给要导入的文件',
        en: 'writes an empty template with lists to choose from and notes; no file to import is needed then',
      },
    },
    errors: {
      type: 'string',
      value: { zh: '文件.xlsx', en: 'FILE.xlsx' },
      words: {
        zh: '有错误时，另存一份标出错误单元格、写明原因的表格',
        en: 'writes a copy in which wrong cells are marked, with the reasons, where there are any',
      },
    },
    ...SAVING,
    'data-date': {
      type: 'string',
      value: { zh: '日期', en: 'DAY' },
      words: {
        zh: '数据日期，如 2026-01-31；不写就用文件标题或文件名中的日期，文件没有写日期的用今天（上海时间）',
        en: 'day of the data, such as 2026-01-31; else the one in the title or name of the file, else today in Shanghai',
      },
    },
    department: {
      type: 'string',
      value: { zh: '部门', en: 'DEPARTMENT' },
      words: {
        zh: '责任部门；不写就用登记表规定的，或上次发布的',
        en: 'department in charge; else that of the register, or of its last publication',
      },
    },
    'confirm-removed': {
      type: 'string',
      value: { zh: '行数', en: 'ROWS' },
      words: {
        zh: '有行将消失时，写上将消失的行数，表示确认',
        en: 'where rows would be gone: how many, as a confirmation',
      },
    },
    answer: {
      type: 'string',
      multiple: true,
      value: { zh: '问题=回答', en: 'QUESTION=ANSWER' },
      words: {
        zh: '检查结果要求回答的，照它给出的写法回答；可以写多次',
        en: 'answers a question of the check as it is written there; may be given again',
      },
    },
    json: {
      type: 'boolean',
      words: { zh: '结果以 JSON 输出，供程序读取', en: 'prints the result as JSON, for programs' },
    },
  },
  gone: { '--publish': REVIEWED, '--approved-by': REVIEWED },
  exits: {
    done: {
      zh: '成功：检查通过，或已生成稿件，或模板已写出',
      en: 'the file is sound, or a draft is made, or the template is written',
    },
    problems: { zh: '文件有问题，没有生成稿件', en: 'the file has problems, and no draft is made' },
    notBegun: {
      zh: '没有检查或生成：命令、文件名、登记表、账号或数据库有问题',
      en: 'nothing was checked or made: the words, file, register, account or store cannot be used',
    },
  },
} as const satisfies Command;

export const checkSite = {
  name: 'check -- site',
  usage: {
    zh: 'npm run check -- site --save 文件      [--pictures 文件夹] [--url http://主机:端口 | --demonstration]\nnpm run check -- site --against 文件   [--pictures 文件夹] [--url http://主机:端口 | --demonstration]',
    en: 'npm run check -- site --save FILE      [--pictures FOLDER] [--url http://host:port | --demonstration]\nnpm run check -- site --against FILE   [--pictures FOLDER] [--url http://host:port | --demonstration]',
  },
  about: {
    zh: `升级之前，--save 写下运行中的网站每个页面（简体和繁体）所说的一切，以及页面所引到的每个文件：订阅、站点地图、表格、下载。
升级之后，--against 与它比较：说法不同的、失败的、消失的，连同不同的行逐一列出；许多页面相同的差别只列一次。`,
    en: `Before an upgrade, --save writes what every page of a running site says from its head to its foot, in both scripts, and every
file that pages lead to: feeds, site map, tables, downloads. After it, --against compares: what says something else, fails or
is gone is listed with the lines that differ, an equal difference of many pages once.`,
  },
  options: {
    save: {
      type: 'string',
      value: { zh: '文件', en: 'FILE' },
      words: { zh: '写下全部回答', en: 'writes all answers' },
    },
    against: {
      type: 'string',
      value: { zh: '文件', en: 'FILE' },
      words: { zh: '与写下的回答比较', en: 'compares with answers that were written' },
    },
    pictures: {
      type: 'string',
      value: { zh: '文件夹', en: 'FOLDER' },
      words: {
        zh: '有 Chromium 时，每个页面在 1440 和 375 像素宽各拍一张，每张约两秒；不同的页面留下两张图',
        en: 'photographs each page, too, where Chromium is: at 1440 and 375 pixels, some two seconds a picture; both stay where they differ',
      },
    },
    url: {
      type: 'string',
      value: { zh: 'http://主机:端口', en: 'http://host:port' },
      words: {
        zh: '哪个网站；不写就是 127.0.0.1 的 PORT（8080）',
        en: 'the site; else the one at 127.0.0.1 and PORT (8080)',
      },
    },
    demonstration: {
      type: 'boolean',
      words: {
        zh: '为此启动小的演示网站，并比较所有只读接口的回答、每个命令的 --help、设置和指标的名称',
        en: 'starts the small demonstration for it, and compares the answers of all calls that read, every --help, the settings and the metrics, too',
      },
    },
  },
  operands: [0, 0],
  exits: {
    done: { zh: '已写下，或没有差别', en: 'written, or nothing differs' },
    problems: { zh: '有差别，已列出', en: 'answers differ; they are listed' },
  },
} as const satisfies Command;

/** Commands of this room. */
export const commands: readonly Command[] = [
  createAdmin,
  backup,
  restore,
  verifyLog,
  explain,
  importChanges,
  importRegister,
  checkSite,
];
