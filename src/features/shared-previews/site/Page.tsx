import type { SharePage } from '../share-page.ts';

/** SH2, SH5: words in place of a preview, or the form for an answer. Drawn by the server only, works without scripts. */
export function Page({ title, text, look, form, links }: SharePage) {
  return (
    <div className="wrap content notice" id="content">
      <link rel="stylesheet" href={look} />
      <h1 className="title">{title}</h1>
      <p className="notice__text">{text}</p>
      {form && <AnswerForm {...form} />}
      <p className="notice__links">
        {links.map((link) => (
          <a key={link.href} href={link.href}>
            {link.title}
          </a>
        ))}
      </p>
    </div>
  );
}

type Form = NonNullable<SharePage['form']>;

const PROBLEM = 'share-problem';

function AnswerForm({ action, hidden, name, remark, agrees, longest, problem, field }: Form) {
  const marks = (of: Form['field']) =>
    problem !== '' && field === of ? { 'aria-invalid': true, 'aria-describedby': PROBLEM } : {};
  const words = (of: Form['field']) =>
    problem !== '' &&
    field === of && (
      <span id={PROBLEM} className="application__problem" role="alert">
        {problem}
      </span>
    );
  return (
    <form className="application share-form" method="post" action={action}>
      {Object.entries(hidden).map(([one, value]) => (
        <input key={one} type="hidden" name={one} value={value} />
      ))}
      {words('')}
      <p className="application__field">
        <label htmlFor="share-name">您的姓名（可写明单位）</label>
        <input
          id="share-name"
          name="name"
          required
          maxLength={longest.name}
          autoComplete="name"
          defaultValue={name}
          {...marks('name')}
        />
        {words('name')}
      </p>
      <fieldset className="application__group" {...marks('answer')}>
        <legend>您的意见</legend>
        <label className="application__choice">
          <input type="radio" name="answer" value="agrees" required defaultChecked={agrees === true} />
          无异议
        </label>
        <label className="application__choice">
          <input type="radio" name="answer" value="remark" required defaultChecked={agrees === false} />
          有意见，写在下面
        </label>
        {words('answer')}
      </fieldset>
      <p className="application__field">
        <label htmlFor="share-remark">{`意见（不超过 ${longest.remark.toLocaleString('zh-CN')} 字，请写明在哪一页、哪一处）`}</label>
        <textarea
          id="share-remark"
          name="remark"
          rows={6}
          maxLength={longest.remark}
          defaultValue={remark}
          {...marks('remark')}
        />
        {words('remark')}
      </p>
      <p className="application__actions">
        <button type="submit" className="button">
          提交
        </button>
      </p>
    </form>
  );
}
