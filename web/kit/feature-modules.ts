import { useEffect, useState } from 'react'
import type { FeatureModulePath } from './page.ts'
import { useFeatures, type WebFeature } from './web-feature.ts'

const loaded = new Map<FeatureModulePath, unknown>()

/** Loads the modules that the features list under the given names. @throws when a module cannot be fetched */
export function loadFeatureModules<M>(
  features: readonly WebFeature[],
  names: readonly FeatureModulePath[],
): Promise<M[]> {
  return Promise.all(
    names.map(async (name) => {
      const load = features.find(({ modules }) => modules?.[name])?.modules?.[name]
      if (!load) throw new Error(`No feature.ts names ${name}`)
      const module = (await load()) as M
      loaded.set(name, module)
      return module
    }),
  )
}

/**
 * Loads modules of features when the component mounts.
 * @param names the names under which the features list the modules
 * @returns the modules; undefined until all of them are loaded
 * @throws while rendering, when a module cannot be fetched
 */
export function useFeatureModules<M>(names: readonly FeatureModulePath[]): M[] | undefined {
  const features = useFeatures()
  const [failure, setFailure] = useState<Error>()
  const [, setLoadedKey] = useState('')
  const key = names.join()
  const isLoaded = names.every((name) => loaded.has(name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes whenever `names` changes.
  useEffect(() => {
    if (!isLoaded) loadFeatureModules(features, names).then(() => setLoadedKey(key), setFailure)
  }, [key, isLoaded])
  if (failure) throw failure
  return isLoaded ? names.map((name) => loaded.get(name) as M) : undefined
}
