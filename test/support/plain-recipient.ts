/** A recipient of whom nothing is known. */
export const plainRecipient = {
  id: null,
  name: null,
  code: null,
  tradeName: null,
  taxId: null,
  phone: null,
  mobile: null,
  email: null,
  address: null,
} as const;
