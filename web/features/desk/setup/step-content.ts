import type { ComponentType } from 'react'
import type { SetupFindings, SetupStepName } from '#contract/setup.ts'
import type { UseActionReturn } from '../../../api/use-action.ts'

export interface StepProps {
  findings: SetupFindings
  action: UseActionReturn
  /** Checks all setup steps again. */
  recheck: () => Promise<unknown>
}

/** The texts of a setup step. */
export interface StepContent {
  title: string
  /** Returns a sentence about the disadvantage for the site until the step is done. */
  cost: (findings: SetupFindings) => string
  /** Explains how to do the step, with texts to copy. */
  How: ComponentType<StepProps>
}

/** The setup steps of a feature, by name. A module of `setupSteps` in a `feature.ts` exports `steps` of this type. */
export type StepContentByName = { [Name in SetupStepName]?: StepContent }
