import type { BothLanguages } from './languages.ts';

/** What to do after faults of several kinds. */
const tryAgain = `Tente de novo; se continuar, gere a etiqueta outra vez no ERP.
  Try again; if it happens again, create the label again in the ERP.`;
const createAgain = `Gere a etiqueta outra vez no ERP e tente de novo.
  Create the label again in the ERP and try again.`;
const choosePdf = `Peça PDF ou ZPL à transportadora, ao marketplace ou no ERP, ou traga PDF ou PNG.
  Ask the carrier, the marketplace or the ERP for PDF or ZPL, or bring PDF or PNG.`;
const showAdministrator = `Mostre isto a quem administra o ERP; a Doca não usa essa etiqueta.
  Show this to your ERP administrator; Doca does not use this label.`;
const lookInErp = `Veja no ERP se o agrupamento está concluído e diga aqui o que viu.
  Check in the ERP whether the grouping is concluded, and answer here.`;
export const completeInErp = `Corrija a expedição no ERP e abra o agrupamento de novo.
  Correct the shipment in the ERP and open the grouping again.`;

/**
 * For each kind of fault: what happened and what to do, in Portuguese and in English. A comment
 * says what the sentences do not.
 */
export const faultWords = {
  /** 400, with the ERP's own message and field details. */
  'validation.what': ['O ERP recusou a solicitação.', 'The ERP refused the request.'],
  'validation.next': `Leia o motivo dado pelo ERP, corrija lá e tente de novo.
    Read the ERP's reason, correct it there and try again.`,
  /** 401: the token is missing, wrong or has run out. */
  'unauthorized.what': [
    'O token expirou ou foi revogado.',
    'The token has expired or was revoked.',
  ],
  'unauthorized.next': `Cole um token novo; o trabalho continua de onde parou.
    Paste a new token to continue where it stopped.`,
  'forbidden.what': `O ERP não permite: falta permissão ao usuário ou aplicativo, ou ela mudou depois do login.
    The ERP refused: the user or the app lacks permission, or it was changed after signing in.`,
  'forbidden.next': `Peça a permissão a quem administra o ERP e depois entre de novo, ou cole um token novo.
    Ask your ERP administrator for permission, then sign in again or paste a new token.`,
  /** 404: the ERP does not know the id. */
  'not-found.what': ['O ERP não conhece este número.', 'The ERP does not know this number.'],
  'not-found.next': [
    'Confira o número e leia o código outra vez.',
    'Check the number and scan it again.',
  ],
  'number-unsure.what': [
    'A Doca não conseguiu achar este número na lista do ERP.',
    'Doca could not find this number in the ERP’s list.',
  ],
  'number-unsure.next': `Escolha o agrupamento na lista da Mesa, ou digite o id dele.
    Choose the grouping in the Desk’s list, or type its id.`,
  'no-longer-there.what': `O ERP não encontra mais este agrupamento ou esta expedição, que estava lá há pouco.
    The ERP no longer finds this grouping or shipment.`,
  'no-longer-there.next': [
    'Veja no ERP se foi excluído ou mudou de agrupamento; depois abra o agrupamento de novo.',
    'Check in the ERP whether it was deleted or moved to another grouping, then open the grouping again.',
  ],
  /**
   * 404 of a path that every service of this kind has: it is another service, or another version of
   * it.
   */
  'other-service.what': `Neste endereço não responde a API do ERP: falta nela o que toda versão tem.
    The ERP’s API is not at this address: parts that every version has are missing.`,
  'other-service.next': `Peça à TI para conferir o endereço do ERP em Ajustes; ele termina como em …/public-api/v3.
    Ask IT to check the ERP’s address in Settings; it ends in /public-api/v3.`,
  'rate-limited.what': [
    'O limite de solicitações ao ERP foi atingido.',
    "The ERP's request limit was reached.",
  ],
  'rate-limited.next': `Espere um minuto e tente de novo; nada se perdeu.
    Wait a minute and try again; nothing was lost.`,
  /** 502, 503 and 504. */
  'unavailable.what': [
    'O ERP está fora do ar no momento.',
    'The ERP is unavailable at the moment.',
  ],
  'unavailable.next': ['Tente de novo em alguns minutos.', 'Try again in a few minutes.'],
  /** 500 and every other 5xx. */
  'server.what': ['O ERP teve um erro interno.', 'The ERP had an internal error.'],
  'server.next': `Tente de novo; se continuar, avise o suporte do ERP.
    Try again; if it happens again, contact the ERP's support.`,
  'network.what': ['Sem conexão com o ERP.', 'The ERP could not be reached.'],
  'network.next': `Confira a rede e o endereço, e tente de novo.
    Check the network and the address, and try again.`,
  'timeout.what': ['O ERP demorou demais para responder.', 'The ERP took too long to answer.'],
  'timeout.next': `Tente de novo; se continuar, confira a rede.
    Try again; if it happens again, check the network.`,
  'gateway.what': `Algo entre a Doca e o ERP respondeu no lugar dele.
    Another system on the network answered instead of the ERP.`,
  'gateway.next': `Confira a internet (login da rede, proxy, firewall) e o endereço do ERP, e tente de novo.
    Check the internet (network sign-in, proxy, firewall) and the ERP's address, and try again.`,
  'proxy-password.what': `O proxy da rede pede usuário e senha.
    The network's proxy asks for a user and a password.`,
  'proxy-password.next': `Digite os que a TI deu para a rede; na linha de comando vão em HTTPS_PROXY.
    Type those that your IT department issued. On the command line, put them into HTTPS_PROXY.`,
  'proxy-refused.what': `O proxy da rede não aceitou o usuário e a senha.
    The network's proxy did not accept the user and password.`,
  'proxy-refused.next': `Digite-os de novo; se estiverem certos, fale com a TI antes de insistir.
    Type them again; if they are right, ask your IT department before trying again.`,
  'certificate.what': `Este computador não confia no certificado do servidor.
    This computer does not trust the server's certificate.`,
  'certificate.next': `Confira a data e a hora; se estão certas, peça à TI que instale o certificado da rede.
    Check date and time; if they are right, ask IT to install the network's certificate.`,
  'bad-response.what': ['Resposta inválida do ERP.', 'The ERP sent an invalid answer.'],
  'bad-response.next': `Confira se o endereço é o da API; se for, avise o suporte do ERP.
    Check that the address is that of the API; if it is, contact the ERP's support.`,
  /** The caller's AbortSignal fired. */
  'cancelled.what': ['O trabalho foi interrompido.', 'The work was stopped.'],
  'cancelled.next': [
    'Abra o agrupamento de novo para continuar.',
    'Open the grouping again to continue.',
  ],
  'label-missing.what': [
    'O ERP não tem etiqueta para esta expedição.',
    'The ERP has no label for this shipment.',
  ],
  'label-missing.next': `Gere a etiqueta no ERP e tente de novo, ou siga sem ela.
    Create the label in the ERP and try again, or continue without it.`,
  'label-after-conclusion.what': `O ERP só libera esta etiqueta depois de concluir o agrupamento.
    The ERP releases this label only after the grouping is concluded.`,
  'label-after-conclusion.next': `Conclua primeiro; as etiquetas são buscadas em seguida.
    Conclude first; the labels are fetched right after.`,
  /**
   * The ERP does not provide it; a marketplace's is in its panel. The detail is the marketplace's
   * name, if known.
   */
  'label-in-panel.what': `O ERP não fornece esta etiqueta; a de uma venda de marketplace está no painel dele.
    The ERP does not provide this label; for a marketplace sale it is in the marketplace's panel.`,
  'label-in-panel.next': `Traga o arquivo do painel; ou imprima-a lá e diga aqui que a tem.
    Bring its file from the panel; or print it there and say here that you have it.`,
  'label-not-yet.what': [
    'O ERP ainda não fez esta etiqueta.',
    'The ERP has not made this label yet.',
  ],
  'label-not-yet.next': `Peça de novo daqui a um minuto; se não vier, veja no ERP se há algum erro.
    Ask again in a minute; if it does not come, check in the ERP whether something is wrong.`,
  /** 404, 410, 401 or 403 at the label's host, also with a fresh URL. */
  'label-expired.what': `O link da etiqueta venceu, ou o acesso foi negado.
    The link to the label has expired, or access was denied.`,
  'label-expired.next': tryAgain,
  /** The label's host could not be reached, took too long, broke off or answered 5xx. */
  'label-network.what': ['O download da etiqueta falhou.', 'The download of the label failed.'],
  'label-network.next': ['Confira a rede e tente de novo.', 'Check the network and try again.'],
  'label-link-broken.what': `O ERP deu um link de etiqueta que não é um endereço.
    The ERP sent a label link that is not an address.`,
  'label-link-broken.next': createAgain,
  /**
   * The URL, or a redirect, leads to an address that labels must not come from: not https, private
   * or loopback.
   */
  'label-host-refused.what': `O link da etiqueta leva a um endereço que não é seguro.
    The link to the label leads to an unsafe address.`,
  'label-host-refused.next': showAdministrator,
  'label-redirects.what': [
    'O link da etiqueta dá voltas sem fim.',
    'The link to the label redirects endlessly.',
  ],
  'label-redirects.next': createAgain,
  'label-too-large.what': [
    'O arquivo é grande demais para uma etiqueta.',
    'The file is too large for a label.',
  ],
  'label-too-large.next': createAgain,
  'label-empty.what': ['O arquivo da etiqueta veio vazio.', 'The label file is empty.'],
  'label-empty.next': tryAgain,
  'label-unknown-format.what': `O que veio no lugar da etiqueta não é uma etiqueta.
    The file that was downloaded is not a label.`,
  'label-unknown-format.next': tryAgain,
  /** The detail names the language. */
  'label-kind-language.what': `A etiqueta veio em uma linguagem de impressora que a Doca não imprime.
    The label came in a printer language that Doca does not print.`,
  'label-kind-language.next': choosePdf,
  /** The detail names the format. */
  'label-kind-picture.what': `A etiqueta veio como imagem de um formato que a Doca não lê.
    The label came as a picture in a format that Doca does not read.`,
  'label-kind-picture.next': choosePdf,
  'label-kind-unknown.what': `O arquivo da etiqueta é de um tipo que a Doca não lê.
    The label file is of a kind that Doca does not read.`,
  'label-kind-unknown.next': choosePdf,
  'label-corrupt.what': ['O arquivo da etiqueta está danificado.', 'The label file is damaged.'],
  'label-corrupt.next': tryAgain,
  'label-encrypted.what': [
    'O arquivo da etiqueta pede uma senha.',
    'The label file needs a password.',
  ],
  'label-encrypted.next': `Gere no ERP uma etiqueta sem senha e tente de novo.
    Create a label without password in the ERP and try again.`,
  /** A ZIP with unsafe names, or one that unpacks to far too much. */
  'label-archive-unsafe.what': [
    'O ZIP da etiqueta não é seguro.',
    "The label's ZIP file is unsafe.",
  ],
  'label-archive-unsafe.next': showAdministrator,
  'label-archive-empty.what': [
    'Não há etiqueta dentro do ZIP.',
    'There is no label in the ZIP file.',
  ],
  'label-archive-empty.next': createAgain,
  /** A valid file from which no page could be made in reasonable time. */
  'label-unrenderable.what': [
    'Não foi possível desenhar esta etiqueta.',
    'This label could not be drawn.',
  ],
  'label-unrenderable.next': `Imprima esta etiqueta pelo ERP, ou siga sem ela.
    Print this label from the ERP, or continue without it.`,
  /** The same URL or the same bytes as another shipment's label. */
  'label-duplicate.what': `O ERP deu a mesma etiqueta a esta expedição e a outra.
    The ERP sent the same label for this shipment and another one.`,
  'label-duplicate.next': `Confira as duas no ERP; siga sem ela só se as duas vão no mesmo volume.
    Check both in the ERP; continue without it only if both travel as one parcel.`,
  /** A page shows the tracking code of another shipment, and nothing on the label is this one's. */
  'label-of-another.what': `Esta etiqueta é de outra expedição: o código de rastreio nela não é o desta.
    This label belongs to another shipment: it shows a different tracking code.`,
  'label-of-another.next': [
    'Separe o volume. Se a etiqueta está certa, confirme; se não, busque de novo ou corrija no ERP.',
    'Put it aside. If its label is right, confirm it; if not, fetch it again or correct it in the ERP.',
  ],
  'label-many-pages.what': `Esta etiqueta tem páginas demais para os volumes desta expedição.
    This label has more pages than its shipment has parcels.`,
  'label-many-pages.next': `Olhe as páginas; aceite todas, escolha algumas ou siga sem ela.
    Look at the pages; accept all of them, choose some, or continue without it.`,
  /** Its shipment was in another grouping then, whose name and day stand before this. */
  'printed-before.what': `Esta etiqueta já foi impressa em outro agrupamento.
    This label was printed in another grouping before.`,
  'printed-before.next': `Olhe o volume: se ele tem a etiqueta, vale a de antes; se não, imprima de novo.
    Look at the parcel: if it has the label, use the earlier one; if not, print it again.`,
  'shipment-cancelled.what': `NÃO ENVIE: o pedido foi cancelado, ou a nota cancelada, rejeitada ou denegada.
    DO NOT SHIP: the order is cancelled, or its invoice is cancelled, rejected or denied.`,
  'shipment-cancelled.next': `Separe o volume e siga sem a etiqueta; se deve sair mesmo assim, diga que ela está certa.
    Put it aside and continue without its label; if it should leave anyway, confirm it.`,
  'invoice-unauthorised.what': `A nota fiscal desta expedição ainda não está autorizada.
    The invoice of this shipment is not authorised yet.`,
  'invoice-unauthorised.next': [
    'Resolva no ERP e abra o agrupamento de novo, ou diga que a etiqueta deve sair mesmo assim.',
    'Resolve it in the ERP and open the grouping again, or confirm that it should be printed anyway.',
  ],
  'danfe-missing.what': `Nem todas as DANFEs saíram: o ERP não deu a DANFE de algumas expedições.
    Not every DANFE was printed: the ERP did not provide those of some shipments.`,
  'danfe-missing.next': `Imprima no ERP as que faltam; se ele não dá nenhuma, desligue as DANFEs em Ajustes.
    Print the missing ones in the ERP; if it provides none, turn DANFEs off in Settings.`,
  'danfe-refused.what': `Uma DANFE não foi desenhada: a nota não está autorizada, foi cancelada ou está incompleta.
    A DANFE was not drawn: its invoice is not authorised, is cancelled, or is incomplete.`,
  'danfe-refused.next': `Veja a nota no ERP antes de o volume sair, e imprima a DANFE lá.
    Look at the invoice in the ERP before the parcel leaves, and print its DANFE there.`,
  'correction-not-offered.what': `Este ERP não aceita correções feitas aqui.
    This ERP does not accept corrections from here.`,
  'correction-not-offered.next': completeInErp,
  'disk-full.what': ['O disco está cheio.', 'The disk is full.'],
  'disk-full.next': `Libere espaço e tente de novo; nada se perdeu.
    Free some space and try again; nothing was lost.`,
  'disk.what': ['O disco recusou a leitura ou a gravação.', 'The disk refused to read or write.'],
  'disk.next': [
    'Confira o disco e as permissões da pasta.',
    "Check the disk and the folder's permissions.",
  ],
  'file-damaged.what': `O arquivo de dados da Doca está danificado, e o que havia nele não vale mais.
    This file of Doca's data is damaged, and what was in it does not count any more.`,
  'file-damaged.next': `Abra a Doca, que guarda uma cópia dele na mesma pasta, e refaça os ajustes ou os crachás.
    Open Doca, which keeps a copy of it in the same folder, and enter the settings or badges again.`,
  'settings-unread.what': `Há ajustes no arquivo que esta versão da Doca não entende; eles ficam lá e não valem.
    The file has settings that this Doca does not understand; they stay there and do not count.`,
  'settings-unread.next': `Confira-os em Ajustes; se são de uma versão mais nova, atualize a Doca.
    Check them in Settings; if they are of a newer version, update Doca.`,
  'journal-corrupt.what': `O diário da Doca estava danificado; foi guardado à parte, e o que se pôde ler continua em um novo.
    Doca's journal was damaged. A copy was kept, and what could be read is in a new one.`,
  'journal-corrupt.next': `Antes de imprimir ou concluir, confira no ERP o que já foi concluído.
    Before printing or concluding, check in the ERP which groupings are already concluded.`,
  'journal-newer.what': `O diário deste computador foi escrito por uma versão mais nova da Doca; nada foi mudado nele.
    This computer's journal was written by a newer version of Doca; nothing in it was changed.`,
  'journal-newer.next': `Atualize a Doca neste computador e abra-a de novo.
    Update Doca on this computer and open it again.`,
  'already-open.what': `Este agrupamento já está em uso em outra janela ou conta.
    This grouping is already in use in another window or account.`,
  'already-open.next': `Continue lá, ou feche-o lá e abra-o aqui de novo.
    Continue there, or close it there and open it here again.`,
  'keychain.what': [
    'O cofre de senhas do sistema não respondeu.',
    "The system's keychain did not answer.",
  ],
  'keychain.next': ['Desbloqueie-o e tente de novo.', 'Unlock it and try again.'],
  'no-token.what': ['Ainda não há um token para este ERP.', 'There is no token for this ERP yet.'],
  'no-token.next': ['Cole o token na tela Conexão.', 'Paste the token on the Connect screen.'],
  /** The ERP does not accept a token that somebody has just typed. */
  'token-refused.what': ['O ERP não aceita este token.', 'The ERP does not accept this token.'],
  'token-refused.next': `Confira se ele foi copiado inteiro, do começo ao fim, e se é deste ERP; cole de novo.
    Check that it was copied completely and is for this ERP, then paste it again.`,
  'token-malformed.what': `Isto não é um token: tem espaços ou acentos.
    This is not a token: it has spaces or accents.`,
  'token-malformed.next': [
    'Copie só o token e cole de novo.',
    'Copy the token alone and paste it again.',
  ],
  'signed-out.what': ['Sua sessão no ERP expirou.', 'You are no longer signed in to the ERP.'],
  'signed-out.next': `Entre de novo; o trabalho continua de onde parou.
    Sign in again to continue where it stopped.`,
  /**
   * The provider refused the sign-in: the person said no, or the provider does not accept this
   * program.
   */
  'sign-in-refused.what': ['O ERP não deixou entrar.', 'The ERP did not let you in.'],
  'sign-in-refused.next': [
    'Tente de novo com o seu usuário; se continuar assim, peça a quem administra o ERP que libere a Doca.',
    'Try again with your own user; if it happens again, ask your ERP administrator to allow Doca.',
  ],
  'sign-in-broken.what': `A resposta do navegador não pertence a este login; por segurança, nada foi aceito.
    The browser’s answer does not belong to this sign-in; for safety it was not accepted.`,
  'sign-in-broken.next': `Entre de novo, na página que a Doca abrir agora.
    Sign in again, on the page that Doca opens now.`,
  'sign-in-port.what': `Outro programa deste computador usa o endereço de retorno do login.
    Another program on this computer uses the address that the browser returns to.`,
  'sign-in-port.next': `Feche o outro programa (ou outra janela da Doca que esteja entrando) e tente de novo.
    Close the other program (or another Doca that is signing in) and try again.`,
  'sign-in-server.what': `Neste endereço não há um serviço de login que a Doca entenda.
    There is no supported sign-in service at this address.`,
  'sign-in-server.next': `Confira o endereço do emissor com quem administra o ERP.
    Check the issuer’s address with your ERP administrator.`,
  'sign-in-timeout.what': `Ninguém entrou a tempo na página do navegador.
    Nobody signed in on the browser’s page in time.`,
  'sign-in-timeout.next': ['Comece o login de novo.', 'Start the sign-in again.'],
  'address-malformed.what': ['Este endereço não está completo.', 'This address is not complete.'],
  'address-malformed.next': `Cole o endereço inteiro: ele começa com https:// e termina em /public-api/v3.
    Paste the whole address: it begins with https:// and ends in /public-api/v3.`,
  'address-not-https.what': `O endereço precisa começar com https://, para que ninguém leia o token no caminho.
    The address must begin with https://, so that nobody can read the token on the way.`,
  'address-not-https.next': `Troque o começo por https://, ou peça o endereço a quem administra o ERP.
    Change its beginning to https://, or ask your ERP administrator for the address.`,
  'address-with-extras.what': `O endereço traz usuário, senha ou parâmetros.
    The address contains a user, a password or parameters.`,
  'address-with-extras.next': `Apague o que vem antes de @ e depois de ? ou #.
    Delete everything before @ and after ? or #.`,
  'other-company.what': `Este token é de outra empresa, ou o ERP não diz de qual.
    This token is for another company, or the ERP does not say for which.`,
  'other-company.next': `Cole um token da empresa do agrupamento aberto; para trocar de empresa, use a tela Conexão.
    Paste a token of the open grouping's company; to change the company, use the Connect screen.`,
  'company-unsure.what': `O ERP não diz de quem é esta conta, e outra já trabalhou aqui: nada é impresso sozinho.
    The ERP does not say whose account this is, and another worked here: nothing prints by itself.`,
  'company-unsure.next': `Diga a empresa em Ajustes, em Conexão; até lá, imprima pelo botão.
    Name the company in Settings, under Connection; until then, print with the button.`,
  'printing-now.what': ['Uma impressão está em andamento.', 'A print is under way.'],
  'printing-now.next': `Espere a impressão terminar, ou cancele-a, e tente de novo.
    Wait until the print has ended, or cancel it, and try again.`,
  'made-already.what': `A nota ou a venda deste número já foi pedida ao ERP.
    The invoice or sale for this number was requested before.`,
  'made-already.next': `Digite o número de novo: a tela diz quando, por quem e o que saiu. Confira no ERP.
    Type the number again to see when, by whom and what was made. Check in the ERP.`,
  'badge-twice.what': `Dois crachás teriam o mesmo nome ou o mesmo código.
    Two badges would have the same name or the same code.`,
  'badge-twice.next': `Escreva o que distingue uma pessoa da outra, como o segundo sobrenome.
    Add something that tells the people apart, such as a second family name.`,
  'badge-unknown.what': [
    'Este crachá não está na lista desta bancada.',
    "This badge is not in this station's list.",
  ],
  'badge-unknown.next': `Em Ajustes, em Crachás, ponha na lista a linha da bancada que o imprimiu: o nome e o código.
    In Settings, under Badges, add the line from the station that printed it: name and code.`,
  'invalid-input.what': ['O que foi digitado não é válido.', 'The input is not valid.'],
  'invalid-input.next': ['Corrija e tente de novo.', 'Correct it and try again.'],
  'not-ready.what': ['Ainda faltam etiquetas.', 'Some labels are still missing.'],
  'not-ready.next': `Busque as que faltam, ou aceite seguir sem elas.
    Fetch the missing ones, or continue without them.`,
  'grouping-empty.what': [
    'Este agrupamento não tem expedições no ERP.',
    'This grouping has no shipments in the ERP.',
  ],
  'grouping-empty.next': `Confira o número, ou inclua as expedições no ERP e abra de novo.
    Check the number, or add the shipments in the ERP and open it again.`,
  'grouping-changed.what': ['O agrupamento mudou no ERP.', 'The grouping changed in the ERP.'],
  'grouping-changed.next': `Veja o que entrou e o que saiu antes de concluir.
    Review what was added and removed before concluding.`,
  /** On the command line. */
  'labels-unplaced.what': `Algumas etiquetas dos arquivos não foram para nenhuma linha.
    Some labels of the files are on no row.`,
  'labels-unplaced.next': `Ponha cada uma na sua linha, ou siga sem elas.
    Put each on its row, or continue without them.`,
  'fewer-labels.what': `Há expedições com menos etiquetas do que volumes.
    Some shipments have fewer labels than parcels.`,
  'fewer-labels.next': `Escolha as páginas delas, ou diga que está certo assim.
    Choose their pages, or confirm that this is correct.`,
  'unchecked.what': ['Faltam volumes para conferir.', 'Some shipments were not checked.'],
  'unchecked.next': ['Confira os volumes e conclua depois.', 'Check their parcels, then conclude.'],
  'already-concluded.what': [
    'Este agrupamento já foi concluído.',
    'This grouping is already concluded.',
  ],
  'already-concluded.next': `Não há mais nada a fazer; reimprima se precisar.
    Nothing is left to do; you can reprint labels.`,
  'conclusion-unknown.what': `Não se sabe se o ERP concluiu o agrupamento.
    It is not known whether the ERP concluded the grouping.`,
  'conclusion-unknown.next': lookInErp,
  'conclusion-doubted.what': `O ERP recusou a conclusão, mas etiquetas que ele recusava agora vêm.
    The ERP refused to conclude, but labels that it refused before come now.`,
  'conclusion-doubted.next': lookInErp,
  /** The ERP refused to conclude, and no later label contradicts it: a person decides. */
  'conclusion-refused.what': [
    'O ERP não confirmou a conclusão.',
    'The ERP did not confirm the conclusion.',
  ],
  'conclusion-refused.next': `Leia o motivo, veja o agrupamento no ERP e escolha; nada é enviado de novo sem você.
    Read why, check the grouping in the ERP and choose; nothing is sent again without you.`,
  'concluded-elsewhere.what': `O ERP diz que este agrupamento já estava concluído.
    The ERP says that this grouping was already concluded.`,
  'concluded-elsewhere.next': `Se foi um colega ou o marketplace, confirme aqui; as etiquetas continuam disponíveis.
    If it was a colleague or the marketplace, confirm it here; the labels stay available.`,
  'no-printer.what': `Falta escolher a impressora de algumas etiquetas; nada foi impresso.
    No printer is chosen for some of the labels; nothing was printed.`,
  'no-printer.next': `Escolha a impressora aqui ou em Ajustes e imprima de novo.
    Choose the printer here or in Settings and print again.`,
  'printer-unavailable.what': [
    'A impressora não está disponível.',
    'The printer is not available.',
  ],
  'printer-unavailable.next': [
    'Ligue a impressora ou escolha outra.',
    'Switch the printer on or choose another.',
  ],
  'printer-no-raw.what': `Etiquetas em ZPL não passam pelo driver desta impressora.
    This printer's driver does not accept labels in ZPL.`,
  'printer-no-raw.next': `Instale o driver do fabricante, ou ponha a impressora pelo endereço em Ajustes.
    Install the manufacturer's driver, or add the printer by its address in Settings.`,
  'print-failed.what': ['A impressão falhou.', 'Printing failed.'],
  'print-failed.next': `Resolva na impressora e imprima de novo o que faltou.
    Fix it at the printer and print again what is missing.`,
  'print-unknown.what': [
    'Não se sabe se a impressão saiu.',
    'It is not known whether the labels were printed.',
  ],
  'print-unknown.next': [
    'Confira o papel e diga aqui se saiu.',
    'Look at the paper and answer here.',
  ],
  'paper-unknown.what': `Falta à Doca o registro do que foi impresso deste agrupamento; ela não sabe o que está no papel.
    Doca has lost its record of this grouping's prints and does not know what is on paper.`,
  'paper-unknown.next': [
    'Quando a impressora parar, confira o papel e diga aqui o que já saiu; até lá, nada é impresso.',
    'When the printer has stopped, look at the paper and say what is there; nothing prints before that.',
  ],
  'policy-broken.what': `As decisões da TI para este computador têm erros.
    The policy that IT set for this computer has errors.`,
  'policy-broken.next': `Mostre isto à TI; o que está errado não vale, e o trabalho segue.
    Show this to your IT department; the wrong parts are ignored, and you can continue.`,
  'policy-stops.what': `As decisões da TI para este computador têm erros; nada foi feito.
    The policy that IT set for this computer has errors; nothing was done.`,
  'policy-stops.next': `Peça à TI que corrija o que é dito abaixo e repita.
    Ask IT to correct the items below, then run it again.`,
  'station-copied.what': `Os dados da Doca neste computador são uma cópia dos de outro computador ou usuário.
    Doca’s data here is a copy from another computer or user.`,
  'station-copied.next': `Agora é outra bancada; as etiquetas da primeira ficam com ela. Se não é um clone, avise a TI.
    It is now a separate station; the original keeps its labels. Tell IT if it is not a clone.`,
  'floor-away.what': [
    'O servidor das bancadas não responde.',
    'The shared server does not answer.',
  ],
  'floor-away.next': [
    'Espere que ele volte; se não puder esperar, trabalhe sozinho e confira depois o que saiu duas vezes.',
    'Wait until it is back. If you cannot, work alone; Doca reports afterwards what was printed twice.',
  ],
  'floor-refused.what': `O servidor das bancadas não aceita o usuário ou a senha.
    The shared server does not accept the user or the password.`,
  'floor-refused.next': `Peça à TI a senha certa e informe-a em Ajustes, em Várias bancadas.
    Ask IT for the right password and enter it in Settings, under Several stations.`,
  'floor-certificate.what': `O certificado do servidor das bancadas não é de confiança.
    The certificate of the shared server is not trusted.`,
  'floor-certificate.next': `Peça à TI que instale o certificado neste computador. Nada foi enviado.
    Ask IT to install its certificate on this computer. Nothing was sent.`,
  'floor-rights.what': `O usuário da Doca não tem os direitos de que precisa no servidor das bancadas.
    Doca’s database user lacks rights on the shared server.`,
  'floor-rights.next': `Peça à TI que os conceda: o guia das bancadas diz quais.
    Ask IT to grant them: the guide to several stations lists them.`,
  'floor-schema.what': `As tabelas da Doca no servidor das bancadas foram alteradas.
    Doca's tables on the shared server were changed.`,
  'floor-schema.next': `Avise a TI: só ela as põe como eram; o guia das bancadas diz como.
    Only IT can repair them: the guide to several stations says how.`,
  /**
   * The database was restored from a copy, or is another one: Doca waits for the stations named in
   * the detail.
   */
  'floor-restored.what': `O banco de dados das bancadas voltou de uma cópia, ou é outro: falta ouvir bancadas.
    The shared database was restored from a backup, or is another one: stations are missing.`,
  'floor-restored.next': `Abra a Doca em cada uma delas, ou diga que não voltam; só então se imprime e se conclui.
    Open Doca at each of them, or say that they are gone; then you can print and conclude.`,
  'floor-newer.what': `Uma Doca mais nova cuida do servidor das bancadas.
    The shared server is used by a newer Doca.`,
  'floor-newer.next': ['Atualize a Doca deste computador.', 'Update Doca on this computer.'],
  'floor-server.what': `Neste endereço não há um PostgreSQL que a Doca possa usar.
    There is no PostgreSQL at this address that Doca can use.`,
  'floor-server.next': `Confira o endereço com a TI: é preciso o PostgreSQL 15 ou mais novo.
    Check the address with IT: Doca needs PostgreSQL 15 or newer.`,
  'floor-duplicate.what': `Esta bancada já está em uso em outro programa ou computador; aqui não sai etiqueta.
    This station is already running in another program or computer; nothing is printed here.`,
  'floor-duplicate.next': [
    'Feche a Doca lá e espere um minuto. Se ninguém trabalha lá, a TI procura a cópia deste computador.',
    'Close Doca there and wait a minute. If it is not open elsewhere, ask IT to find the copied computer.',
  ],
  'floor-full.what': [
    'O servidor das bancadas está sem espaço em disco.',
    'The disk of the shared server is full.',
  ],
  'floor-full.next': `Avise a TI. O que foi feito aqui está guardado e será enviado depois.
    Tell IT. Your work is kept here and sent later.`,
  'floor-taken.what': `Algumas destas etiquetas estão com outra bancada, ou já saíram lá.
    Another station has some of these labels, or has printed them.`,
  'floor-taken.next': `Veja na lista com quem estão; imprima as outras, ou assuma as dela.
    The list shows who has them; print the others, or take theirs over.`,
  'floor-printing.what': [
    'A outra bancada está imprimindo agora.',
    'The other station is printing now.',
  ],
  'floor-printing.next': `Espere que ela termine e assuma depois o que restar.
    Wait until it has finished, then take over the rest.`,
  'floor-concluding.what': `Outra bancada está concluindo este agrupamento, ou já o concluiu.
    Another station is concluding this grouping, or has concluded it.`,
  'floor-concluding.next': `Veja na tela quem foi e quando. Aqui não há mais o que concluir.
    The screen says who and when. There is nothing left to conclude here.`,
  'floor-busy.what': `Outra bancada ainda tem etiquetas deste agrupamento.
    Another station still has labels of this grouping.`,
  'floor-busy.next': `Espere que ela as imprima ou devolva, ou assuma as dela; depois conclua.
    Wait until it has printed them or given them back, or take them over; then conclude.`,
  /**
   * Main could not verify that its own page asked; the preload asks once more before a person is
   * told.
   */
  'not-begun.what': [
    'A ação não começou: nada foi feito.',
    'The action did not start: nothing was done.',
  ],
  'not-begun.next': `Tente de novo; se continuar, feche a Doca e abra outra vez.
    Try again; if it happens again, restart Doca.`,
  'internal.what': ['A Doca teve um defeito.', 'Something went wrong in Doca.'],
  'internal.next': `Tente de novo; se continuar, exporte o diagnóstico e envie-o ao suporte.
    Try again; if it happens again, export the diagnostics and send them to support.`,
} as const satisfies Readonly<Record<string, BothLanguages>>;
