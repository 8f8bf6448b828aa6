/** A choice of an option of an item. */
export interface ChosenOption {
  optionId: string
  choiceId: string
}

/** Returns a key that is equal for the same choice of the same option. */
export const toChoiceKey = ({ optionId, choiceId }: ChosenOption): string => `${optionId} ${choiceId}`
