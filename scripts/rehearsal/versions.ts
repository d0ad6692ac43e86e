/** The releases of the rehearsal, and who signs them. */
export const oldVersion = '0.1.0';
export const newVersion = '0.2.0';
export const publisher = 'Ensaio do Doca Ltda';
