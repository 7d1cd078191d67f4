import { SiteLink } from '#ui/SiteLink.tsx';
import type { AlertPage } from '../alert-page.ts';

/** AL1: form for an address, or buttons for a subscription. Drawn by the server only, works without scripts. */
export function Page({ title, text, form, buttons = [], links }: AlertPage) {
  return (
    <div className="wrap content notice" id="content">
      <h1 className="title">{title}</h1>
      <p className="notice__text">{text}</p>
      {form && (
        <form className="application" method="post" action={form.action}>
          {hiddenFields(form.hidden)}
          <p className="application__field">
            <label htmlFor="alert-address">邮箱地址</label>
            <input
              id="alert-address"
              type="email"
              name="address"
              required
              maxLength={254}
              autoComplete="email"
              defaultValue={form.address}
              aria-invalid={form.problem !== '' || undefined}
              aria-describedby={form.problem === '' ? undefined : 'alert-problem'}
            />
            {form.problem !== '' && (
              <span id="alert-problem" className="application__problem" role="alert">
                {form.problem}
              </span>
            )}
          </p>
          <fieldset className="application__group">
            <legend>多久发一次</legend>
            <label className="application__choice">
              <input type="radio" name="frequency" value="daily" defaultChecked={form.frequency === 'daily'} />
              每天早上一封，没有更新就不发
            </label>
            <label className="application__choice">
              <input type="radio" name="frequency" value="at-once" defaultChecked={form.frequency === 'at-once'} />
              有更新就发
            </label>
          </fieldset>
          <p className="application__hint">
            邮箱只用来发这些提醒，与客户资料分开保存，退订后即删除。见
            <SiteLink path="/legal/privacy">隐私政策</SiteLink>。
          </p>
          <p className="application__actions">
            <button type="submit" className="button">
              订阅
            </button>
          </p>
        </form>
      )}
      {buttons.length > 0 && (
        <ul>
          {buttons.map(({ action, hidden, description, label, isMain }) => (
            <li key={JSON.stringify(hidden) + label} className="application__field">
              {description && <p>{description}</p>}
              <form method="post" action={action}>
                {hiddenFields(hidden)}
                <button
                  type="submit"
                  className={isMain ? 'button' : 'button button--plain'}
                  aria-label={description && `${label}：${description}`}
                >
                  {label}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
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

const hiddenFields = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
