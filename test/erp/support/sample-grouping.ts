/** Every field of contract 2.5 to 2.10, with synthetic values. */
export function sampleDispatch(id: number): Record<string, unknown> {
  return {
    id,
    data: '2025-06-02',
    situacao: 'A',
    tipoObjeto: 'N',
    venda: { id: id + 2000, numero: id + 3000, data: '2025-05-30', situacao: 4 },
    notaFiscal: { id: id + 4000, numero: id + 5000, data: '2025-06-01', situacao: 6 },
    destinatario: {
      id: id + 6000,
      nome: 'Ana Exemplo',
      codigo: 'C-1',
      fantasia: 'Loja Exemplo',
      cpfCnpj: '000.000.001-91',
      telefone: '(11) 5555-0100',
      celular: '(11) 95555-0100',
      email: 'ana@exemplo.test',
      endereco: {
        endereco: 'Rua das Amostras',
        numero: '10',
        complemento: 'fundos',
        bairro: 'Centro',
        municipio: 'São Paulo',
        cep: '01000-000',
        uf: 'SP',
        pais: 'Brasil',
      },
    },
    volume: {
      embalagem: { id: 7, tipo: 2, descricao: 'Caixa M' },
      largura: 16.5,
      altura: 11,
      comprimento: 20,
      diametro: 0,
      pesoBruto: 0.75,
      quantidadeVolumes: 1,
    },
    logistica: {
      codigoRastreio: 'AA123456785BR',
      urlRastreio: 'https://rastreio.example/AA123456785BR',
      possuiValorDeclarado: true,
      valorDeclarado: 99.9,
      possuiAvisoRecebimento: false,
      formaFrete: { id: 8, nome: 'Expresso' },
      transportador: { id: 9, nome: 'Transportes Exemplo' },
    },
  };
}

export function sampleGrouping(id: number, dispatches: number): Record<string, unknown> {
  return {
    id,
    identificacao: `Lote ${id}`,
    data: '2025-06-02',
    formaEnvio: { id: 3, nome: 'Correios' },
    expedicoes: Array.from({ length: dispatches }, (_, index) => sampleDispatch(100 + index)),
  };
}
