import { SceneBench } from './scene-bench.tsx'

/** The page of scenes in development, where nobody has to log in. */
export const Screen = () => (
  <div className="work desk">
    <header className="work-head">
      <h1>Scenes</h1>
    </header>
    <SceneBench />
  </div>
)
