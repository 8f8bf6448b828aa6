import { QueryProvider } from '../../../api/query-client.tsx'
import { SceneEditor } from './scene-editor.tsx'

/** The page of scenes in development, which needs no login. */
export const Screen = () => (
  <div className="work desk">
    <header className="spread work-head">
      <h1>Scenes</h1>
    </header>
    <QueryProvider>
      <SceneEditor />
    </QueryProvider>
  </div>
)
