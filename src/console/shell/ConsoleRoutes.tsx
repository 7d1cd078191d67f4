import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes, useSearchParams } from 'react-router-dom';
import { consoleFeatures } from '#features/console.ts';
import { mayDoSomewhere, type StaffRight } from '#rules/people/staff-rights.ts';
import { useMe } from '../calls/use-calls.ts';
import { lazyPart } from '../parts/lazy-part.ts';
import { Loading } from '../parts/Loading.tsx';
import { SignIn } from '../sign-in/SignIn.tsx';
import { MissingScreen, RightMissing } from '../parts/Notices.tsx';
import { Shell } from './Shell.tsx';
import { SignedIn } from './SignedIn.tsx';

// each screen comes when it is first opened
const SetPassword = lazy(() => import('../sign-in/SetPassword.tsx').then((file) => ({ default: file.SetPassword })));
const FirstAdministrator = lazy(() =>
  import('../sign-in/FirstAdministrator.tsx').then((file) => ({ default: file.FirstAdministrator })),
);
const Home = lazy(() => import('../home/Home.tsx').then((file) => ({ default: file.Home })));
const Work = lazy(() => import('../editions/Work.tsx').then((file) => ({ default: file.Work })));
const EditionScreen = lazy(() =>
  import('../editions/EditionScreen.tsx').then((file) => ({ default: file.EditionScreen })),
);
const Account = lazy(() => import('../account/Account.tsx').then((file) => ({ default: file.Account })));
const People = lazy(() => import('../people/People.tsx').then((file) => ({ default: file.People })));
const AddPerson = lazy(() => import('../people/AddPerson.tsx').then((file) => ({ default: file.AddPerson })));
const PersonScreen = lazy(() => import('../people/PersonScreen.tsx').then((file) => ({ default: file.PersonScreen })));
const Upstreams = lazy(() => import('../records/Upstreams.tsx').then((file) => ({ default: file.Upstreams })));
const Audit = lazy(() => import('../records/Audit.tsx').then((file) => ({ default: file.Audit })));
const Help = lazy(() => import('../help/Help.tsx').then((file) => ({ default: file.Help })));
const Publications = lazy(() => import('../records/Publications.tsx').then((file) => ({ default: file.Publications })));
const Past = lazy(() => import('../past/Past.tsx').then((file) => ({ default: file.Past })));
const Gallery = lazy(() => import('../gallery/Gallery.tsx').then((file) => ({ default: file.Gallery })));
const WidgetScreen = lazy(() => import('../gallery/WidgetScreen.tsx').then((file) => ({ default: file.WidgetScreen })));
const NewArticle = lazy(() => import('../content/ArticleScreens.tsx').then((file) => ({ default: file.NewArticle })));
const ChangeArticle = lazy(() =>
  import('../content/ArticleScreens.tsx').then((file) => ({ default: file.ChangeArticle })),
);
const WithdrawArticle = lazy(() =>
  import('../content/ArticleScreens.tsx').then((file) => ({ default: file.WithdrawArticle })),
);
const EditScreen = lazy(() => import('../editions/EditScreen.tsx').then((file) => ({ default: file.EditScreen })));
const Channels = lazy(() => import('../channels/Channels.tsx').then((file) => ({ default: file.Channels })));
const NewChannel = lazy(() => import('../wizard/NewChannel.tsx').then((file) => ({ default: file.NewChannel })));
const WizardScreen = lazy(() => import('../wizard/WizardScreen.tsx').then((file) => ({ default: file.WizardScreen })));
const ChannelSent = lazy(() => import('../wizard/ChannelSent.tsx').then((file) => ({ default: file.ChannelSent })));
const TakeUp = lazy(() => import('../wizard/TakeUp.tsx').then((file) => ({ default: file.TakeUp })));
const Registers = lazy(() => import('../registers/Registers.tsx').then((file) => ({ default: file.Registers })));
const RegisterScreen = lazy(() =>
  import('../registers/RegisterScreen.tsx').then((file) => ({ default: file.RegisterScreen })),
);
const DefinitionScreen = lazy(() =>
  import('../registers/DefinitionScreen.tsx').then((file) => ({ default: file.DefinitionScreen })),
);
const ImportScreen = lazy(() =>
  import('../registers/ImportScreen.tsx').then((file) => ({ default: file.ImportScreen })),
);
const ReferenceScreen = lazy(() =>
  import('../reference/ReferenceScreen.tsx').then((file) => ({ default: file.ReferenceScreen })),
);
const Pages = lazy(() => import('../pages/Pages.tsx').then((file) => ({ default: file.Pages })));
const PageScreen = lazy(() => import('../pages/PageScreen.tsx').then((file) => ({ default: file.PageScreen })));
const RegisterHistory = lazy(() =>
  import('../take-up/RegisterHistory.tsx').then((file) => ({ default: file.RegisterHistory })),
);
const Ended = lazy(() => import('../take-up/Ended.tsx').then((file) => ({ default: file.Ended })));
const Copy = lazy(() => import('../take-up/Copy.tsx').then((file) => ({ default: file.Copy })));
const ReadingScreen = lazy(() =>
  import('../editions/reading/ReadingScreen.tsx').then((file) => ({ default: file.ReadingScreen })),
);
const Replace = lazy(() => import('./search/Replace.tsx').then((file) => ({ default: file.Replace })));
const Library = lazy(() => import('../files/Library.tsx').then((file) => ({ default: file.Library })));
const MediaScreen = lazy(() => import('../files/MediaScreen.tsx').then((file) => ({ default: file.MediaScreen })));
const Duties = lazy(() => import('../home/Lists.tsx').then((file) => ({ default: file.Duties })));
const Calendar = lazy(() => import('../home/Lists.tsx').then((file) => ({ default: file.Calendar })));
const BrokenList = lazy(() => import('../home/Lists.tsx').then((file) => ({ default: file.BrokenList })));
const Settings = lazy(() => import('../settings/Settings.tsx').then((file) => ({ default: file.Settings })));
const SettingScreen = lazy(() =>
  import('../settings/SettingScreen.tsx').then((file) => ({ default: file.SettingScreen })),
);
const LegalTexts = lazy(() => import('../settings/LegalTexts.tsx').then((file) => ({ default: file.LegalTexts })));

const screensOfFeatures = Object.values(consoleFeatures).flatMap(({ screens = [] }) =>
  screens.map(({ load, ...screen }) => ({ ...screen, Screen: lazyPart(load) })),
);

/** Screens by their address below /console. */
export function ConsoleRoutes() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/sign-in" element={<SignIn />} />
        <Route path="/set-password" element={<SetPassword />} />
        <Route path="/set-up" element={<FirstAdministrator />} />
        <Route
          element={
            <SignedIn>
              <Shell />
            </SignedIn>
          }
        >
          <Route index element={<Home />} />
          <Route path="/duties" element={<With act="content.read" screen={<Duties />} />} />
          <Route path="/calendar" element={<With act="content.read" screen={<Calendar />} />} />
          <Route path="/broken" element={<BrokenList />} />
          <Route path="/account" element={<Account />} />
          <Route path="/content" element={<With act="content.read" screen={<ArticlesOnly />} />} />
          <Route path="/content/new" element={<With act="content.write" screen={<NewArticle />} />} />
          <Route path="/content/:articleId/edit" element={<With act="content.write" screen={<ChangeArticle />} />} />
          <Route path="/registers" element={<With act="content.read" screen={<Registers />} />} />
          <Route path="/registers/:register" element={<With act="content.read" screen={<RegisterScreen />} />} />
          <Route
            path="/registers/:register/definition"
            element={<With act="content.read" screen={<DefinitionScreen />} />}
          />
          <Route
            path="/registers/:register/history"
            element={<With act="content.read" screen={<RegisterHistory />} />}
          />
          <Route path="/registers/:register/import" element={<With act="content.write" screen={<ImportScreen />} />} />
          <Route
            path="/content/:articleId/withdraw"
            element={<With act="content.write" screen={<WithdrawArticle />} />}
          />
          <Route path="/editions/:editionId/edit" element={<With act="content.read" screen={<EditScreen />} />} />
          <Route path="/editions" element={<With act="content.read" screen={<Work />} />} />
          <Route path="/editions/:editionId" element={<With act="content.read" screen={<EditionScreen />} />} />
          <Route
            path="/review"
            element={<With act="content.review" screen={<ReadingScreen key="review" view="to-review" />} />}
          />
          <Route
            path="/release"
            element={<With act="content.publish" screen={<ReadingScreen key="release" view="to-publish" />} />}
          />
          <Route path="/new-channel" element={<With act="channel.change" screen={<NewChannel />} />} />
          <Route path="/new-channel/sent/:editionId" element={<With act="channel.change" screen={<ChannelSent />} />} />
          <Route path="/new-channel/again/:editionId" element={<With act="channel.change" screen={<TakeUp />} />} />
          <Route path="/new-channel/:kind/:step" element={<With act="channel.change" screen={<WizardScreen />} />} />
          <Route path="/channels" element={<With act="content.read" screen={<OrEdition screen={<Channels />} />} />} />
          <Route path="/publications" element={<Publications />} />
          <Route path="/upstreams" element={<With act="record.read" screen={<Upstreams />} />} />
          <Route path="/audit" element={<With act="record.read" screen={<Audit />} />} />
          <Route path="/past" element={<With act="content.read" screen={<Past />} />} />
          <Route path="/ended" element={<With act="content.read" screen={<Ended />} />} />
          <Route path="/media" element={<With act="content.read" screen={<Library />} />} />
          <Route path="/media/:year/:month/:name" element={<With act="content.read" screen={<MediaScreen />} />} />
          <Route path="/replace" element={<With act="content.write" screen={<Replace />} />} />
          <Route path="/copy" element={<With act="content.write" screen={<Copy />} />} />
          <Route path="/reference" element={<ReferenceScreen />} />
          <Route path="/pages" element={<With act="content.read" screen={<Pages />} />} />
          <Route
            path="/pages/:page"
            element={<With act="content.read" screen={<OrEdition screen={<PageScreen />} />} />}
          />
          <Route path="/settings" element={<With act="content.read" screen={<Settings />} />} />
          <Route path="/settings/legal" element={<With act="content.read" screen={<LegalTexts />} />} />
          <Route
            path="/settings/:name"
            element={<With act="content.read" screen={<OrEdition screen={<SettingScreen />} />} />}
          />
          <Route path="/help/:page?" element={<Help />} />
          <Route path="/widgets" element={<Gallery />} />
          <Route path="/widgets/:widget" element={<WidgetScreen />} />
          <Route path="/people" element={<With act="people.read" screen={<People />} />} />
          <Route path="/people/new" element={<With act="people.change" screen={<AddPerson />} />} />
          <Route path="/people/:staffId" element={<With act="people.read" screen={<PersonScreen />} />} />
          {screensOfFeatures.map(({ path, act, Screen }) => (
            <Route key={path} path={path} element={act ? <With act={act} screen={<Screen />} /> : <Screen />} />
          ))}
          <Route path="*" element={<MissingScreen />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

/** Addresses that name an edition are those of its form from before there was one for all kinds. */
function OrEdition({ screen }: { screen: ReactNode }) {
  const [search] = useSearchParams();
  const editionId = /^\d{1,10}$/.exec(search.get('edition') ?? '')?.[0];
  return editionId === undefined ? screen : <Navigate to={`/editions/${editionId}/edit`} replace />;
}

/** LW1: articles are the list of work by their kind. */
function ArticlesOnly() {
  const [search] = useSearchParams();
  const filters = new URLSearchParams(search);
  filters.set('kind', 'article');
  return <Navigate to={`/editions?${filters.toString()}`} replace />;
}

/** A screen for those who may do this somewhere; the server decides on each call anyway. */
function With({ act, screen }: { act: StaffRight; screen: ReactNode }) {
  const { data: me } = useMe();
  return me && mayDoSomewhere(me.grants, act) ? screen : <RightMissing act={act} />;
}
