import { verbatim } from '#ui/script/active-script.ts';

export interface LoginForm {
  /** {who} stands for the name below */
  title: string;
  who?: string;
  text: string;
  /** where the form is posted to */
  action: string;
  /** what is posted along */
  hidden: Record<string, string>;
  /** one button each; the chosen one's value is posted under the name */
  name: string;
  /** `isName`: the label is one */
  choices: { value: string; label: string; note: string; isName?: true }[];
  /** where one goes who wants none of them */
  cancel: { title: string; href: string };
}

/** A choice of who one is: drawn by the server only, works without scripts. */
export function LoginPage({ title, who = '', text, action, hidden, name, choices, cancel }: LoginForm) {
  return (
    <div className="wrap content notice" id="content">
      <h1 className="title">{title.replace('{who}', () => verbatim(who))}</h1>
      <p className="notice__text">{text}</p>
      <form className="login" method="post" action={action}>
        {Object.entries(hidden).map(([one, value]) => (
          <input key={one} type="hidden" name={one} value={value} />
        ))}
        <ul>
          {choices.map(({ value, label, note, isName }) => (
            <li key={value}>
              <button type="submit" className="button button--plain" name={name} value={value}>
                <b>{isName ? verbatim(label) : label}</b>
                {note && <small>{note}</small>}
              </button>
            </li>
          ))}
        </ul>
      </form>
      <p>
        <a href={cancel.href}>{cancel.title}</a>
      </p>
    </div>
  );
}
