import type { FaultKind } from './faults.ts';

export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];

/** One sentence of what happened, one of what to do. */
export interface FaultText {
  readonly what: string;
  readonly next: string;
}

const texts: Readonly<Record<FaultKind, Readonly<Record<Language, FaultText>>>> = {
  validation: {
    'pt-BR': { what: 'O ERP recusou a solicitação.', next: 'Leia o motivo dado pelo ERP, corrija lá e tente de novo.' },
    en: { what: 'The ERP refused the request.', next: "Read the ERP's reason, correct it there and try again." },
  },
  unauthorized: {
    'pt-BR': { what: 'O token não vale mais.', next: 'Cole um token novo; o trabalho continua de onde parou.' },
    en: { what: 'The token is no longer valid.', next: 'Paste a new token; the work goes on where it stopped.' },
  },
  forbidden: {
    'pt-BR': { what: 'O token não tem permissão para isto.', next: 'Peça a permissão a quem administra o ERP.' },
    en: { what: 'The token has no permission for this.', next: 'Ask whoever manages the ERP for the permission.' },
  },
  'not-found': {
    'pt-BR': { what: 'O ERP não conhece este número.', next: 'Confira o número e leia o código outra vez.' },
    en: { what: 'The ERP does not know this number.', next: 'Check the number and scan it again.' },
  },
  'no-longer-there': {
    'pt-BR': {
      what: 'O ERP não encontra mais este agrupamento ou este envio, que estava lá há pouco.',
      next: 'Veja no ERP se foi excluído ou mudou de agrupamento; depois abra o agrupamento de novo.',
    },
    en: {
      what: 'The ERP does not find this grouping or shipment any more, which was there before.',
      next: 'Look in the ERP if it was deleted or moved to another grouping; then open the grouping again.',
    },
  },
  'other-service': {
    'pt-BR': {
      what: 'Neste endereço não responde a API do ERP: falta nela o que toda versão tem.',
      next: 'Peça à TI para conferir o endereço do ERP em Ajustes; ele termina como em …/public-api/v3.',
    },
    en: {
      what: 'The ERP’s API does not answer at this address: what every version has is missing in it.',
      next: 'Ask IT to check the ERP’s address in the settings; it ends like …/public-api/v3.',
    },
  },
  'rate-limited': {
    'pt-BR': {
      what: 'O limite de solicitações ao ERP foi atingido.',
      next: 'Espere um minuto e tente de novo; nada se perdeu.',
    },
    en: { what: "The ERP's request limit was reached.", next: 'Wait a minute and try again; nothing was lost.' },
  },
  unavailable: {
    'pt-BR': { what: 'O ERP está fora do ar no momento.', next: 'Tente de novo em alguns minutos.' },
    en: { what: 'The ERP is unavailable at the moment.', next: 'Try again in a few minutes.' },
  },
  server: {
    'pt-BR': {
      what: 'O ERP teve um erro interno.',
      next: 'Tente de novo; se continuar, avise o suporte do ERP.',
    },
    en: { what: 'The ERP had an internal error.', next: "Try again; if it goes on, tell the ERP's support." },
  },
  network: {
    'pt-BR': { what: 'Sem conexão com o ERP.', next: 'Confira a rede e o endereço, e tente de novo.' },
    en: { what: 'The ERP could not be reached.', next: 'Check the network and the address, and try again.' },
  },
  timeout: {
    'pt-BR': { what: 'O ERP demorou demais para responder.', next: 'Tente de novo; se continuar, confira a rede.' },
    en: { what: 'The ERP took too long to answer.', next: 'Try again; if it goes on, check the network.' },
  },
  gateway: {
    'pt-BR': {
      what: 'Algo entre a Doca e o ERP respondeu no lugar dele.',
      next: 'Confira a internet (login da rede, proxy, firewall) e o endereço do ERP, e tente de novo.',
    },
    en: {
      what: 'Something between Doca and the ERP answered in its place.',
      next: "Check the internet (network sign-in, proxy, firewall) and the ERP's address, and try again.",
    },
  },
  'proxy-password': {
    'pt-BR': {
      what: 'O proxy da rede pede usuário e senha.',
      next: 'Digite os que a TI deu para a rede; na linha de comando vão em HTTPS_PROXY.',
    },
    en: {
      what: "The network's proxy asks for a user and a password.",
      next: 'Type those that your IT gave for the network; on the command line they go into HTTPS_PROXY.',
    },
  },
  'proxy-refused': {
    'pt-BR': {
      what: 'O proxy da rede não aceitou o usuário e a senha.',
      next: 'Digite-os de novo; se estiverem certos, fale com a TI antes de insistir.',
    },
    en: {
      what: "The network's proxy did not accept the user and password.",
      next: 'Type them again; if they are right, speak to your IT before trying further.',
    },
  },
  certificate: {
    'pt-BR': {
      what: 'Este computador não confia no certificado do servidor.',
      next: 'Confira a data e a hora; se estão certas, peça à TI que instale o certificado da rede.',
    },
    en: {
      what: "This computer does not trust the server's certificate.",
      next: "Check date and time; if they are right, ask your IT to install the network's certificate.",
    },
  },
  'bad-response': {
    'pt-BR': {
      what: 'O ERP respondeu algo que não se entende.',
      next: 'Confira se o endereço é o da API; se for, avise o suporte do ERP.',
    },
    en: {
      what: 'The ERP answered something that makes no sense.',
      next: "Check that the address is the API's; if it is, tell the ERP's support.",
    },
  },
  cancelled: {
    'pt-BR': { what: 'O trabalho foi interrompido.', next: 'Abra o agrupamento de novo para continuar.' },
    en: { what: 'The work was stopped.', next: 'Open the grouping again to go on.' },
  },
  'label-missing': {
    'pt-BR': {
      what: 'O ERP não tem etiqueta para esta expedição.',
      next: 'Gere a etiqueta no ERP e tente de novo, ou siga sem ela.',
    },
    en: {
      what: 'The ERP has no label for this shipment.',
      next: 'Create the label in the ERP and try again, or go on without it.',
    },
  },
  'label-after-conclusion': {
    'pt-BR': {
      what: 'O ERP só dá esta etiqueta depois de concluir o agrupamento.',
      next: 'Conclua primeiro; as etiquetas são buscadas em seguida.',
    },
    en: {
      what: 'The ERP gives this label only after the grouping is concluded.',
      next: 'Conclude first; the labels are fetched right after.',
    },
  },
  'label-expired': {
    'pt-BR': {
      what: 'O link da etiqueta venceu.',
      next: 'Tente de novo; se continuar, gere a etiqueta outra vez no ERP.',
    },
    en: {
      what: 'The link to the label has expired.',
      next: 'Try again; if it goes on, create the label again in the ERP.',
    },
  },
  'label-forbidden': {
    'pt-BR': {
      what: 'O servidor das etiquetas negou o acesso.',
      next: 'Tente de novo; um link novo será buscado no ERP.',
    },
    en: { what: 'The label server denied access.', next: 'Try again; the ERP will be asked for a new link.' },
  },
  'label-network': {
    'pt-BR': { what: 'O download da etiqueta falhou.', next: 'Confira a rede e tente de novo.' },
    en: { what: 'The download of the label failed.', next: 'Check the network and try again.' },
  },
  'label-timeout': {
    'pt-BR': { what: 'O servidor das etiquetas demorou demais.', next: 'Tente de novo daqui a pouco.' },
    en: { what: 'The label server took too long.', next: 'Try again in a little while.' },
  },
  'label-link-broken': {
    'pt-BR': {
      what: 'O ERP deu um link de etiqueta que não é um endereço.',
      next: 'Gere a etiqueta outra vez no ERP e tente de novo, ou siga sem ela.',
    },
    en: {
      what: 'The ERP gave a label link that is not an address.',
      next: 'Create the label again in the ERP and try again, or go on without it.',
    },
  },
  'label-host-refused': {
    'pt-BR': {
      what: 'O link da etiqueta leva a um endereço que não é seguro.',
      next: 'Mostre isto a quem administra o ERP; a Doca não baixa desse endereço.',
    },
    en: {
      what: 'The link to the label leads to an unsafe address.',
      next: 'Show this to whoever manages the ERP; Doca does not download from there.',
    },
  },
  'label-redirects': {
    'pt-BR': {
      what: 'O link da etiqueta dá voltas sem fim.',
      next: 'Gere a etiqueta outra vez no ERP e tente de novo.',
    },
    en: {
      what: 'The link to the label goes round in circles.',
      next: 'Create the label again in the ERP and try again.',
    },
  },
  'label-too-large': {
    'pt-BR': {
      what: 'O arquivo é grande demais para uma etiqueta.',
      next: 'Gere a etiqueta outra vez no ERP e tente de novo.',
    },
    en: { what: 'The file is too large for a label.', next: 'Create the label again in the ERP and try again.' },
  },
  'label-empty': {
    'pt-BR': {
      what: 'O arquivo da etiqueta veio vazio.',
      next: 'Tente de novo; se continuar, gere a etiqueta outra vez no ERP.',
    },
    en: { what: 'The label file came empty.', next: 'Try again; if it goes on, create the label again in the ERP.' },
  },
  'label-unknown-format': {
    'pt-BR': {
      what: 'O que veio no lugar da etiqueta não é uma etiqueta.',
      next: 'Tente de novo; se continuar, gere a etiqueta outra vez no ERP.',
    },
    en: {
      what: 'What came in place of the label is not a label.',
      next: 'Try again; if it goes on, create the label again in the ERP.',
    },
  },
  'label-kind-epl': {
    'pt-BR': {
      what: 'A etiqueta está em EPL, uma linguagem de impressora que a Doca não lê.',
      next: 'Diga nos Ajustes que impressora fala EPL; sem nenhuma, mude-a para PDF no ERP ou siga sem ela.',
    },
    en: {
      what: 'The label is in EPL, a printer language that Doca does not read.',
      next: 'Say in Settings which printer speaks EPL; without one, make it a PDF in the ERP or go without it.',
    },
  },
  'label-kind-tspl': {
    'pt-BR': {
      what: 'A etiqueta está em TSPL, uma linguagem de impressora que a Doca não lê.',
      next: 'Diga nos Ajustes que impressora fala TSPL; sem nenhuma, mude-a para PDF no ERP ou siga sem ela.',
    },
    en: {
      what: 'The label is in TSPL, a printer language that Doca does not read.',
      next: 'Say in Settings which printer speaks TSPL; without one, make it a PDF in the ERP or go without it.',
    },
  },
  'label-kind-cpcl': {
    'pt-BR': {
      what: 'A etiqueta está em CPCL, uma linguagem de impressora que a Doca não lê.',
      next: 'Diga nos Ajustes que impressora fala CPCL; sem nenhuma, mude-a para PDF no ERP ou siga sem ela.',
    },
    en: {
      what: 'The label is in CPCL, a printer language that Doca does not read.',
      next: 'Say in Settings which printer speaks CPCL; without one, make it a PDF in the ERP or go without it.',
    },
  },
  'label-no-picture': {
    'pt-BR': {
      what: 'Não há imagem de etiquetas em EPL, TSPL ou CPCL: elas vão à impressora como vieram.',
      next: 'Imprima-as na impressora que fala a linguagem delas, uma por página, e veja no papel.',
    },
    en: {
      what: 'There is no picture of labels in EPL, TSPL or CPCL: they go to the printer as they came.',
      next: 'Print them on the printer that speaks their language, one a page, and look at the paper.',
    },
  },
  'label-kind-svg': {
    'pt-BR': {
      what: 'A etiqueta é um desenho SVG, que a Doca não lê.',
      next: 'Mude-a para PDF ou ZPL no ERP ou na transportadora, ou siga sem ela.',
    },
    en: {
      what: 'The label is an SVG drawing, which Doca does not read.',
      next: 'Change it to PDF or ZPL in the ERP or at the carrier, or go on without it.',
    },
  },
  'label-kind-unknown': {
    'pt-BR': {
      what: 'O arquivo da etiqueta é de um tipo que a Doca não lê.',
      next: 'Mude-a para PDF ou ZPL no ERP ou na transportadora, ou siga sem ela.',
    },
    en: {
      what: 'The label file is of a kind that Doca does not read.',
      next: 'Change it to PDF or ZPL in the ERP or at the carrier, or go on without it.',
    },
  },
  'label-corrupt': {
    'pt-BR': { what: 'O arquivo da etiqueta está danificado.', next: 'Tente de novo; ele será baixado outra vez.' },
    en: { what: 'The label file is damaged.', next: 'Try again; it will be downloaded anew.' },
  },
  'label-encrypted': {
    'pt-BR': {
      what: 'O arquivo da etiqueta pede uma senha.',
      next: 'Gere no ERP uma etiqueta sem senha e tente de novo.',
    },
    en: {
      what: 'The label file asks for a password.',
      next: 'Create a label without password in the ERP and try again.',
    },
  },
  'label-archive-unsafe': {
    'pt-BR': { what: 'O ZIP da etiqueta não é seguro.', next: 'Mostre isto a quem administra o ERP.' },
    en: { what: "The label's ZIP file is unsafe.", next: 'Show this to whoever manages the ERP.' },
  },
  'label-archive-empty': {
    'pt-BR': { what: 'Não há etiqueta dentro do ZIP.', next: 'Gere a etiqueta outra vez no ERP e tente de novo.' },
    en: { what: 'There is no label in the ZIP file.', next: 'Create the label again in the ERP and try again.' },
  },
  'label-unrenderable': {
    'pt-BR': {
      what: 'Não foi possível desenhar esta etiqueta.',
      next: 'Imprima esta etiqueta pelo ERP, ou siga sem ela.',
    },
    en: { what: 'This label could not be drawn.', next: 'Print this label from the ERP, or go on without it.' },
  },
  'label-of-another': {
    'pt-BR': {
      what: 'Esta etiqueta é de outra expedição: o código de rastreio nela não é o desta.',
      next: 'Olhe a etiqueta; se estiver certa, diga que está certa; se não, busque de novo ou corrija no ERP.',
    },
    en: {
      what: 'This label is another shipment’s: the tracking code on it is not this one’s.',
      next: 'Look at the label; if it is right, say that it is right; if not, get it again or mend it in the ERP.',
    },
  },
  'label-many-pages': {
    'pt-BR': {
      what: 'Esta etiqueta tem páginas demais para os volumes desta expedição.',
      next: 'Olhe as páginas; aceite todas, escolha algumas ou siga sem ela.',
    },
    en: {
      what: 'This label has too many pages for the volumes of its shipment.',
      next: 'Look at the pages; accept all of them, choose some, or go without it.',
    },
  },
  'shipment-cancelled': {
    'pt-BR': {
      what: 'Este envio não deve sair: o pedido foi cancelado, ou a nota foi cancelada, rejeitada ou denegada.',
      next: 'Separe o volume e siga sem a etiqueta; se deve sair mesmo assim, diga que ela está certa.',
    },
    en: {
      what: 'This shipment is not to leave: its order is cancelled, or its invoice cancelled, rejected or denied.',
      next: 'Put it aside and go on without its label; if it is to leave all the same, say that it is right.',
    },
  },
  'danfe-missing': {
    'pt-BR': {
      what: 'Nem todas as DANFEs saíram: o ERP não deu a DANFE de alguns envios.',
      next: 'Imprima no ERP as que faltam; se ele não dá nenhuma, desligue a impressora de DANFEs.',
    },
    en: {
      what: 'Not every DANFE was printed: the ERP did not give those of some shipments.',
      next: 'Print the missing ones in the ERP; if it gives none at all, switch the printer of DANFEs off.',
    },
  },
  'correction-not-offered': {
    'pt-BR': {
      what: 'Este ERP não aceita correções feitas aqui.',
      next: 'Corrija o envio no próprio ERP e abra o agrupamento de novo.',
    },
    en: {
      what: 'This ERP takes no corrections from here.',
      next: 'Correct the shipment in the ERP itself and open the grouping again.',
    },
  },
  'label-duplicate': {
    'pt-BR': {
      what: 'O ERP deu a mesma etiqueta a esta expedição e a outra.',
      next: 'Confira as duas no ERP; siga sem ela só se as duas vão no mesmo volume.',
    },
    en: {
      what: 'The ERP gave this shipment and another one the same label.',
      next: 'Check both in the ERP; go on without it only if both travel as one parcel.',
    },
  },
  'disk-full': {
    'pt-BR': { what: 'O disco está cheio.', next: 'Libere espaço e tente de novo; nada se perdeu.' },
    en: { what: 'The disk is full.', next: 'Free some space and try again; nothing was lost.' },
  },
  disk: {
    'pt-BR': { what: 'O disco recusou a leitura ou a gravação.', next: 'Confira o disco e as permissões da pasta.' },
    en: { what: 'The disk refused to read or write.', next: "Check the disk and the folder's permissions." },
  },
  'journal-corrupt': {
    'pt-BR': {
      what: 'O diário da Doca estava danificado; foi guardado à parte, e o que se pôde ler continua em um novo.',
      next: 'Antes de imprimir ou concluir, confira no ERP o que já foi concluído.',
    },
    en: {
      what: "Doca's journal was damaged; it was kept aside, and what could be read goes on in a new one.",
      next: 'Before printing or concluding, check in the ERP what is concluded already.',
    },
  },
  'journal-newer': {
    'pt-BR': {
      what: 'O diário deste computador foi escrito por uma versão mais nova da Doca; nada foi mudado nele.',
      next: 'Atualize a Doca neste computador e abra-a de novo.',
    },
    en: {
      what: "This computer's journal was written by a newer version of Doca; nothing in it was changed.",
      next: 'Update Doca on this computer and open it again.',
    },
  },
  'already-open': {
    'pt-BR': { what: 'Este agrupamento já está aberto em outra janela.', next: 'Continue lá, ou feche-o lá primeiro.' },
    en: { what: 'This grouping is already open in another window.', next: 'Go on there, or close it there first.' },
  },
  keychain: {
    'pt-BR': { what: 'O cofre de senhas do sistema não respondeu.', next: 'Desbloqueie-o e tente de novo.' },
    en: { what: "The system's keychain did not answer.", next: 'Unlock it and try again.' },
  },
  'no-token': {
    'pt-BR': { what: 'Ainda não há um token para este ERP.', next: 'Cole o token na tela Conexão.' },
    en: { what: 'There is no token for this ERP yet.', next: 'Paste the token on the Connect screen.' },
  },
  'token-refused': {
    'pt-BR': {
      what: 'O ERP não aceita este token.',
      next: 'Confira se ele foi copiado inteiro, do começo ao fim, e se é deste ERP; cole de novo.',
    },
    en: {
      what: 'The ERP does not accept this token.',
      next: 'Check that it was copied whole, from beginning to end, and that it is for this ERP; paste it again.',
    },
  },
  'token-malformed': {
    'pt-BR': { what: 'Isto não é um token: tem espaços ou acentos.', next: 'Copie só o token e cole de novo.' },
    en: { what: 'This is no token: it has blanks or accents.', next: 'Copy the token alone and paste it again.' },
  },
  'signed-out': {
    'pt-BR': { what: 'A sua entrada no ERP acabou.', next: 'Entre de novo; o trabalho continua de onde parou.' },
    en: { what: 'You are no longer signed in to the ERP.', next: 'Sign in again; the work goes on where it stopped.' },
  },
  'sign-in-refused': {
    'pt-BR': {
      what: 'O ERP não deixou entrar.',
      next: 'Tente de novo com o seu usuário; se continuar assim, peça a quem administra o ERP que libere a Doca.',
    },
    en: {
      what: 'The ERP did not let you in.',
      next: 'Try again with your own user; if it stays so, ask whoever manages the ERP to allow Doca.',
    },
  },
  'sign-in-broken': {
    'pt-BR': {
      what: 'A resposta do navegador não pertence a esta entrada; por segurança, nada foi aceito.',
      next: 'Entre de novo, na página que a Doca abrir agora.',
    },
    en: {
      what: 'The answer of the browser does not belong to this sign-in; to be safe, nothing was accepted.',
      next: 'Sign in again, on the page that Doca opens now.',
    },
  },
  'sign-in-port': {
    'pt-BR': {
      what: 'Outro programa deste computador usa o endereço de retorno da entrada.',
      next: 'Feche o outro programa (ou outra janela da Doca que esteja entrando) e tente de novo.',
    },
    en: {
      what: 'Another program on this computer uses the address that the browser has to come back to.',
      next: 'Close the other program (or another Doca that is signing in) and try again.',
    },
  },
  'sign-in-server': {
    'pt-BR': {
      what: 'Neste endereço não há um serviço de entrada que a Doca entenda.',
      next: 'Confira o endereço do emissor com quem administra o ERP.',
    },
    en: {
      what: 'At this address there is no sign-in service that Doca understands.',
      next: 'Check the address of the issuer with whoever manages the ERP.',
    },
  },
  'sign-in-unsupported': {
    'pt-BR': {
      what: 'O serviço de entrada deste ERP não oferece este modo de entrar.',
      next: 'Entre pelo navegador, ou cole um token.',
    },
    en: {
      what: 'The sign-in service of this ERP does not offer this way to sign in.',
      next: 'Sign in with the browser, or paste a token.',
    },
  },
  'sign-in-timeout': {
    'pt-BR': { what: 'Ninguém entrou a tempo na página do navegador.', next: 'Comece a entrada de novo.' },
    en: { what: 'Nobody signed in on the page of the browser in time.', next: 'Start the sign-in again.' },
  },
  'address-malformed': {
    'pt-BR': {
      what: 'Este endereço não está completo.',
      next: 'Cole o endereço inteiro: ele começa com https:// e termina em /public-api/v3.',
    },
    en: {
      what: 'This address is not complete.',
      next: 'Paste the whole address: it begins with https:// and ends in /public-api/v3.',
    },
  },
  'address-not-https': {
    'pt-BR': {
      what: 'O endereço precisa começar com https://, para que ninguém leia o token no caminho.',
      next: 'Troque o começo por https://, ou peça o endereço a quem administra o ERP.',
    },
    en: {
      what: 'The address has to begin with https://, so that nobody reads the token on its way.',
      next: 'Change its beginning to https://, or ask whoever manages the ERP for the address.',
    },
  },
  'address-with-extras': {
    'pt-BR': {
      what: 'O endereço traz usuário, senha ou parâmetros.',
      next: 'Apague o que vem antes de @ e depois de ? ou #.',
    },
    en: {
      what: 'The address holds a user, a password or parameters.',
      next: 'Delete what stands before @ and after ? or #.',
    },
  },
  'other-company': {
    'pt-BR': {
      what: 'Este token é de outra empresa.',
      next: 'Cole um token da empresa do agrupamento aberto; para trocar de empresa, use a tela Conexão.',
    },
    en: {
      what: 'This token is for another company.',
      next: "Paste a token of the open grouping's company; to change the company, use the Connect screen.",
    },
  },
  'made-already': {
    'pt-BR': {
      what: 'A nota ou a venda deste número já foi pedida ao ERP.',
      next: 'Digite o número de novo: a tela diz quando, por quem e o que saiu. Confira no ERP.',
    },
    en: {
      what: 'The invoice or sale of this number was asked of the ERP before.',
      next: 'Type the number again: the screen says when, by whom and what was made. Look in the ERP.',
    },
  },
  'badge-twice': {
    'pt-BR': {
      what: 'Dois crachás teriam o mesmo nome ou o mesmo código.',
      next: 'Escreva o que distingue uma pessoa da outra, como o segundo sobrenome.',
    },
    en: {
      what: 'Two badges would have the same name or the same code.',
      next: 'Write what tells the people apart, such as a second family name.',
    },
  },
  'badge-unknown': {
    'pt-BR': {
      what: 'Este crachá não está na lista desta bancada.',
      next: 'Em Ajustes, em Crachás, ponha na lista a linha da bancada que o imprimiu: o nome e o código.',
    },
    en: {
      what: "This badge is not in this station's list.",
      next: 'In Settings, under Badges, put in the line of the station that printed it: the name and the code.',
    },
  },
  'invalid-input': {
    'pt-BR': { what: 'O que foi digitado não está certo.', next: 'Corrija e tente de novo.' },
    en: { what: 'What was typed is not right.', next: 'Correct it and try again.' },
  },
  'not-ready': {
    'pt-BR': { what: 'Ainda faltam etiquetas.', next: 'Busque as que faltam, ou aceite seguir sem elas.' },
    en: { what: 'Some labels are still missing.', next: 'Get the missing ones, or accept to go on without them.' },
  },
  'grouping-empty': {
    'pt-BR': {
      what: 'Este agrupamento não tem expedições no ERP.',
      next: 'Confira o número, ou inclua as expedições no ERP e abra de novo.',
    },
    en: {
      what: 'This grouping has no shipments in the ERP.',
      next: 'Check the number, or add the shipments in the ERP and open it again.',
    },
  },
  'grouping-changed': {
    'pt-BR': { what: 'O agrupamento mudou no ERP.', next: 'Veja o que entrou e o que saiu antes de concluir.' },
    en: { what: 'The grouping changed in the ERP.', next: 'See what came and what went before concluding.' },
  },
  'fewer-labels': {
    'pt-BR': {
      what: 'Há expedições com menos etiquetas do que volumes.',
      next: 'Escolha as páginas delas, ou diga que está certo assim.',
    },
    en: {
      what: 'Some shipments have fewer labels than volumes.',
      next: 'Choose their pages, or say that this is right.',
    },
  },
  unchecked: {
    'pt-BR': {
      what: 'Há expedições que ninguém conferiu.',
      next: 'Confira os volumes delas e conclua depois.',
    },
    en: { what: 'Some shipments were not checked by anybody.', next: 'Check their parcels, then conclude.' },
  },
  'already-concluded': {
    'pt-BR': { what: 'Este agrupamento já foi concluído.', next: 'Não há mais nada a fazer; reimprima se precisar.' },
    en: { what: 'This grouping is concluded already.', next: 'Nothing is left to do; reprint if you need to.' },
  },
  'conclusion-unknown': {
    'pt-BR': {
      what: 'Não se sabe se o ERP concluiu o agrupamento.',
      next: 'Veja no ERP se o agrupamento está concluído e diga aqui o que viu.',
    },
    en: {
      what: 'Nobody knows whether the ERP concluded the grouping.',
      next: 'See in the ERP whether the grouping is concluded and say here what you saw.',
    },
  },
  'concluded-elsewhere': {
    'pt-BR': {
      what: 'O ERP diz que este agrupamento já estava concluído.',
      next: 'Se foi um colega ou o marketplace, confirme aqui; as etiquetas continuam disponíveis.',
    },
    en: {
      what: 'The ERP says that this grouping was concluded already.',
      next: 'If it was a colleague or the marketplace, confirm it here; the labels stay available.',
    },
  },
  'no-printer': {
    'pt-BR': {
      what: 'Falta escolher a impressora de algumas etiquetas; nada foi impresso.',
      next: 'Escolha a impressora aqui ou em Ajustes e imprima de novo.',
    },
    en: {
      what: 'No printer is chosen for some of the labels; nothing was printed.',
      next: 'Choose the printer here or in Settings and print again.',
    },
  },
  'printer-unavailable': {
    'pt-BR': { what: 'A impressora não está disponível.', next: 'Ligue a impressora ou escolha outra.' },
    en: { what: 'The printer is not available.', next: 'Switch the printer on or choose another.' },
  },
  'print-failed': {
    'pt-BR': { what: 'A impressão falhou.', next: 'Resolva na impressora e imprima de novo o que faltou.' },
    en: { what: 'Printing failed.', next: 'Fix it at the printer and print again what is missing.' },
  },
  'print-unknown': {
    'pt-BR': { what: 'Não se sabe se a impressão saiu.', next: 'Confira o papel e diga aqui se saiu.' },
    en: { what: 'Nobody knows whether the print came out.', next: 'Look at the paper and say here whether it did.' },
  },
  'paper-unknown': {
    'pt-BR': {
      what: 'Falta à Doca o registro do que foi impresso deste agrupamento; ela não sabe o que está no papel.',
      next: 'Quando a impressora parar, confira o papel e diga aqui o que já saiu; até lá, nada é impresso.',
    },
    en: {
      what: "Doca is missing its record of this grouping's prints and does not know what is on paper.",
      next: 'Once the printer stands still, look at the paper and say what is there; nothing is printed before.',
    },
  },
  'policy-broken': {
    'pt-BR': {
      what: 'As decisões da TI para este computador têm erros.',
      next: 'Mostre isto à TI; o que está errado não vale, e o trabalho segue.',
    },
    en: {
      what: 'What IT decided for this computer has errors.',
      next: 'Show this to your IT; what is wrong does not count, and the work goes on.',
    },
  },
  'policy-stops': {
    'pt-BR': {
      what: 'As decisões da TI para este computador têm erros; nada foi feito.',
      next: 'Peça à TI que corrija o que é dito abaixo e repita.',
    },
    en: {
      what: 'What IT decided for this computer has errors; nothing was done.',
      next: 'Ask IT to correct what is named below, and run again.',
    },
  },
  'station-copied': {
    'pt-BR': {
      what: 'Os dados da Doca neste computador são uma cópia dos de outro computador ou usuário.',
      next: 'Esta é agora uma bancada própria. Dê-lhe outro nome em Ajustes; o que a outra imprimia é perguntado lá.',
    },
    en: {
      what: 'Doca’s data on this computer is a copy of another computer’s or another user’s.',
      next: 'This is a station of its own now. Give it another name in Settings; what the other one was printing is asked there.',
    },
  },
  'floor-away': {
    'pt-BR': {
      what: 'O servidor das bancadas não responde.',
      next: 'Espere que ele volte; se não puder esperar, trabalhe sozinho e confira depois o que saiu duas vezes.',
    },
    en: {
      what: 'The server that the stations share does not answer.',
      next: 'Wait until it is back; if you cannot, work alone, and look afterwards at what was printed twice.',
    },
  },
  'floor-refused': {
    'pt-BR': {
      what: 'O servidor das bancadas não aceita o usuário ou a senha.',
      next: 'Peça à TI a senha certa e informe-a em Ajustes, em Várias bancadas.',
    },
    en: {
      what: 'The server that the stations share does not accept the user or the password.',
      next: 'Ask IT for the right password and give it in Settings, under Several stations.',
    },
  },
  'floor-certificate': {
    'pt-BR': {
      what: 'O certificado do servidor das bancadas não é de confiança.',
      next: 'Peça à TI que instale o certificado neste computador. Nada foi enviado.',
    },
    en: {
      what: 'The certificate of the server that the stations share is not trusted.',
      next: 'Ask IT to install its certificate on this computer. Nothing was sent.',
    },
  },
  'floor-rights': {
    'pt-BR': {
      what: 'O usuário da Doca não tem os direitos de que precisa no servidor das bancadas.',
      next: 'Peça à TI que os conceda: o guia das bancadas diz quais.',
    },
    en: {
      what: 'Doca’s user lacks rights that it needs on the server that the stations share.',
      next: 'Ask IT to grant them: the guide to several stations names them.',
    },
  },
  'floor-schema': {
    'pt-BR': {
      what: 'As tabelas da Doca no servidor das bancadas foram alteradas.',
      next: 'Avise a TI: só ela as põe como eram; o guia das bancadas diz como.',
    },
    en: {
      what: "Somebody changed Doca's tables on the floor's server.",
      next: 'Tell IT, who alone can put them right: the floor guide says how.',
    },
  },
  'floor-restored': {
    'pt-BR': {
      what: 'O banco de dados das bancadas voltou de uma cópia, ou é outro: falta ouvir bancadas.',
      next: 'Abra a Doca em cada uma delas, ou diga que não voltam; só então se imprime e se conclui.',
    },
    en: {
      what: "The floor's database was put back from a copy, or is another one: stations have not told yet.",
      next: 'Open Doca at each of them, or say that they are gone; then printing and concluding go on.',
    },
  },
  'floor-newer': {
    'pt-BR': {
      what: 'Uma Doca mais nova cuida do servidor das bancadas.',
      next: 'Atualize a Doca deste computador.',
    },
    en: {
      what: 'A newer Doca keeps the server that the stations share.',
      next: 'Update Doca on this computer.',
    },
  },
  'floor-server': {
    'pt-BR': {
      what: 'Neste endereço não há um PostgreSQL que a Doca possa usar.',
      next: 'Confira o endereço com a TI: é preciso o PostgreSQL 15 ou mais novo.',
    },
    en: {
      what: 'At this address there is no PostgreSQL that Doca can use.',
      next: 'Check the address with IT: it takes PostgreSQL 15 or newer.',
    },
  },
  'floor-duplicate': {
    'pt-BR': {
      what: 'Esta bancada já está em uso em outro programa ou computador; aqui não sai etiqueta.',
      next: 'Feche a Doca lá e siga aqui: o servidor a libera em até um minuto. Se lá for uma cópia deste computador, chame a TI.',
    },
    en: {
      what: 'This station is already at work in another program or on another computer; no label is printed here.',
      next: 'Close Doca there and go on here: the server lets it go within a minute. If that is a copy of this computer, call IT.',
    },
  },
  'floor-full': {
    'pt-BR': {
      what: 'O servidor das bancadas está sem espaço em disco.',
      next: 'Avise a TI. O que foi feito aqui está guardado e será contado depois.',
    },
    en: {
      what: 'The server that the stations share has no room left on its disk.',
      next: 'Tell IT. What was done here is kept and will be told later.',
    },
  },
  'floor-taken': {
    'pt-BR': {
      what: 'Algumas destas etiquetas estão com outra bancada, ou já saíram lá.',
      next: 'Veja na lista com quem estão; imprima as outras, ou assuma as dela.',
    },
    en: {
      what: 'Another station has some of these labels, or has printed them.',
      next: 'See in the list who has them; print the others, or take over theirs.',
    },
  },
  'floor-printing': {
    'pt-BR': {
      what: 'A outra bancada está imprimindo agora.',
      next: 'Espere que ela termine e assuma depois o que restar.',
    },
    en: {
      what: 'The other station is printing now.',
      next: 'Wait until it has ended, then take over what is left.',
    },
  },
  'floor-concluding': {
    'pt-BR': {
      what: 'Outra bancada está concluindo este agrupamento, ou já o concluiu.',
      next: 'Veja na tela quem foi e quando. Aqui não há mais o que concluir.',
    },
    en: {
      what: 'Another station is concluding this grouping, or has concluded it.',
      next: 'The screen says who and when. There is nothing left to conclude here.',
    },
  },
  'floor-busy': {
    'pt-BR': {
      what: 'Outra bancada ainda tem etiquetas deste agrupamento.',
      next: 'Espere que ela as imprima ou devolva, ou assuma as dela; depois conclua.',
    },
    en: {
      what: 'Another station still has labels of this grouping.',
      next: 'Wait until it has printed them or given them back, or take them over; then conclude.',
    },
  },
  internal: {
    'pt-BR': {
      what: 'A Doca teve um defeito.',
      next: 'Tente de novo; se continuar, exporte o diagnóstico e envie-o ao suporte.',
    },
    en: {
      what: 'Doca had a defect.',
      next: 'Try again; if it goes on, export the diagnostics and send them to support.',
    },
  },
};

export function faultText(kind: FaultKind, language: Language): FaultText {
  return texts[kind][language];
}
