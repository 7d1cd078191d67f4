import { lazy, Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { mayDoSomewhere, type StaffAct } from '#rules/staff-rights.ts';
import { useMe } from '../calls/use-calls.ts';
import { Loading } from '../parts/Loading.tsx';
import { SignIn } from '../sign-in/SignIn.tsx';
import { MissingScreen, RightMissing } from './Notices.tsx';
import { Shell } from './Shell.tsx';
import { SignedIn } from './SignedIn.tsx';

// each screen comes when it is first opened
const SetPassword = lazy(() => import('../sign-in/SetPassword.tsx').then((file) => ({ default: file.SetPassword })));
const Home = lazy(() => import('../home/Home.tsx').then((file) => ({ default: file.Home })));
const Editions = lazy(() => import('../editions/Editions.tsx').then((file) => ({ default: file.Editions })));
const EditionScreen = lazy(() => import('../editions/EditionScreen.tsx').then((file) => ({ default: file.EditionScreen })));
const Account = lazy(() => import('../account/Account.tsx').then((file) => ({ default: file.Account })));
const People = lazy(() => import('../people/People.tsx').then((file) => ({ default: file.People })));
const AddPerson = lazy(() => import('../people/AddPerson.tsx').then((file) => ({ default: file.AddPerson })));
const PersonScreen = lazy(() => import('../people/PersonScreen.tsx').then((file) => ({ default: file.PersonScreen })));
const Audit = lazy(() => import('../records/Audit.tsx').then((file) => ({ default: file.Audit })));
const Publications = lazy(() => import('../records/Publications.tsx').then((file) => ({ default: file.Publications })));
const Past = lazy(() => import('../past/Past.tsx').then((file) => ({ default: file.Past })));
const Gallery = lazy(() => import('../gallery/Gallery.tsx').then((file) => ({ default: file.Gallery })));
const WidgetScreen = lazy(() => import('../gallery/WidgetScreen.tsx').then((file) => ({ default: file.WidgetScreen })));
const Articles = lazy(() => import('../content/Articles.tsx').then((file) => ({ default: file.Articles })));
const NewArticle = lazy(() => import('../content/ArticleScreens.tsx').then((file) => ({ default: file.NewArticle })));
const ChangeArticle = lazy(() => import('../content/ArticleScreens.tsx').then((file) => ({ default: file.ChangeArticle })));
const EditDraft = lazy(() => import('../content/ArticleScreens.tsx').then((file) => ({ default: file.EditDraft })));

/** Which screen stands at which address below /console. */
export function ConsoleRoutes() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/sign-in" element={<SignIn />} />
        <Route path="/set-password" element={<SetPassword />} />
        <Route
          element={
            <SignedIn>
              <Shell />
            </SignedIn>
          }
        >
          <Route index element={<Home />} />
          <Route path="/account" element={<Account />} />
          <Route path="/content" element={<With act="content.read" screen={<Articles />} />} />
          <Route path="/content/new" element={<With act="content.write" screen={<NewArticle />} />} />
          <Route path="/content/:articleId/edit" element={<With act="content.write" screen={<ChangeArticle />} />} />
          <Route path="/editions/:editionId/edit" element={<With act="content.write" screen={<EditDraft />} />} />
          <Route path="/editions" element={<With act="content.read" screen={<Editions />} />} />
          <Route path="/editions/:editionId" element={<With act="content.read" screen={<EditionScreen />} />} />
          <Route path="/publications" element={<Publications />} />
          <Route path="/audit" element={<With act="record.read" screen={<Audit />} />} />
          <Route path="/past" element={<With act="content.read" screen={<Past />} />} />
          <Route path="/widgets" element={<Gallery />} />
          <Route path="/widgets/:widget" element={<WidgetScreen />} />
          <Route path="/people" element={<With act="people.read" screen={<People />} />} />
          <Route path="/people/new" element={<With act="people.change" screen={<AddPerson />} />} />
          <Route path="/people/:staffId" element={<With act="people.read" screen={<PersonScreen />} />} />
          <Route path="*" element={<MissingScreen />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

/** A screen for those who may do this somewhere; the server decides on each call anyway. */
function With({ act, screen }: { act: StaffAct; screen: ReactNode }) {
  const { data: me } = useMe();
  return me && mayDoSomewhere(me.grants, act) ? screen : <RightMissing act={act} />;
}
